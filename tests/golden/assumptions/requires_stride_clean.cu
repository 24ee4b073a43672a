// expect: verified
__global__ void spread(int* out, int stride) {
  __requires(stride >= 2);
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  out[i] = 1;
  out[i + 1] = 2;
}
