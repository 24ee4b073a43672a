// expect: refuted
// flags: --assume "n > 0"
// finding: race confirmed error A A
__global__ void k(char* out, const char* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(out + i * n, in + i, n + 1); /*A*/
}
