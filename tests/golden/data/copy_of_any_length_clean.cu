// expect: verified
// flags: --assume "n > 0"
__global__ void k(char* out, const char* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(out + i * n, in + (i + 1) * n, n);
  memset(out + i * n, i, n);
}
