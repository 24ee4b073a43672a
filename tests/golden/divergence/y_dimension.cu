// expect: refuted
// finding: divergence confirmed error A
__global__ void rows(int* out) {
  if (threadIdx.y == 0) {
    out[threadIdx.x] = 1;
    __syncthreads(); /*A*/
  }
}
