// expect: verified
// Which byte of a row is a thread's is a permutation by masks; the products of the grid-stride loop
// and of the index that is read are beside the point.
__global__ void count(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned char s[16 * 64];
  unsigned char* mine = s + (((threadIdx.x & 15) << 2) | ((threadIdx.x & 48) >> 4));
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    mine[(in[i] & 15) * 64]++;
}
void run(unsigned* out, unsigned* in, unsigned n, unsigned blocks) {
  count<<<blocks, 64>>>(out, in, n);
}
