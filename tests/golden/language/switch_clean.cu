// expect: verified
__global__ void choose(int* out, int mode) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  switch (threadIdx.x % 4) {
  case 0:
    out[i] = mode;
    break;
  case 1:
  case 2:
    out[i + 1] = mode;
    break;
  default:
    out[i + 3] = mode;
  }
}
