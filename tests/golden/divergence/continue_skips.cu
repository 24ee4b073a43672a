// expect: refuted
// finding: divergence confirmed error A
__global__ void skip(int* out, int n) {
  for (int i = 0; i < n; i++) {
    if ((i + threadIdx.x) % 5 == 3) continue;
    __syncthreads(); /*A*/
  }
}
