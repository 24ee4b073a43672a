// expect: verified
__global__ void increments(int* out) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  out[i++] = 0;
  out[i++] = 1;
  out[i] = 2;
  out[++i] = 3;
}
