// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// more: yes
// One bit is taken twice, and another not at all.
__global__ void reorder(int* out, const int* in) {
  unsigned i = threadIdx.x;
  unsigned x = (i & 1) | ((i >> 1) & 2) | ((i >> 2) & 4);
  unsigned y = ((i >> 1) & 1) | ((i >> 2) & 2) | ((i >> 2) & 4);
  out[blockIdx.x * 64 + y * 8 + x] = in[blockIdx.x * 64 + i]; /*A*/
}
