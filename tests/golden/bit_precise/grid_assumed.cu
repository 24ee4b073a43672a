// expect: verified
// flags: --bit-precise --block 256 --assume "gridDim.x <= 8388607"
__global__ void square(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
