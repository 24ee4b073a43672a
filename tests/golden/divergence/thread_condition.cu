// expect: refuted
// finding: divergence confirmed error A
__global__ void half(int* out, int n) {
  if (threadIdx.x < n) __syncthreads(); /*A*/
}
