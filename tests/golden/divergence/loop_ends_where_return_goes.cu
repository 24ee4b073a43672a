// expect: refuted
// finding: divergence confirmed error A A
// The end of the loop is the end of the kernel, where an early return leads to as well: who leaves the
// loop has not returned.
__global__ void steps(int n) {
  if (n == 7) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    __syncthreads(); /*A*/
  }
}
