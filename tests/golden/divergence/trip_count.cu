// expect: refuted
// finding: divergence confirmed error A
__global__ void trips(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) __syncthreads(); /*A*/
}
