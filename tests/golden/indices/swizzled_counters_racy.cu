// expect: refuted
// finding: race confirmed error A A
// Four of the threads share a byte.
__global__ void count(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned char s[16 * 64];
  unsigned char* mine = s + ((threadIdx.x & 15) << 2);
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    mine[(in[i] & 15) * 64]++; /*A*/
}
void run(unsigned* out, unsigned* in, unsigned n, unsigned blocks) {
  count<<<blocks, 64>>>(out, in, n);
}
