// expect: verified
// flags: --param stride=2
__global__ void spread(int* out, int stride) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  out[i] = 1;
  out[i + 1] = 2;
}
