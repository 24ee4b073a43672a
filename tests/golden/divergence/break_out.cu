// expect: refuted
// finding: divergence confirmed error A
__global__ void leave(int* out, int n) {
  for (int i = 0; i < n; i++) {
    if (i == threadIdx.x) break;
    __syncthreads(); /*A*/
  }
}
