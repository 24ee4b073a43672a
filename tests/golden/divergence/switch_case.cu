// expect: refuted
// finding: divergence confirmed error A
__global__ void cases(int* out, int mode) {
  switch (mode + threadIdx.x) {
  case 4:
    __syncthreads(); /*A*/
    break;
  default:
    break;
  }
}
