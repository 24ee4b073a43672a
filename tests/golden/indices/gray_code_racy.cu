// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// more: yes
// Or instead of exclusive or.
__global__ void permute(int* out, const int* in) {
  unsigned i = threadIdx.x;
  out[blockIdx.x * 256 + (i | (i >> 1))] = in[blockIdx.x * 256 + i]; /*A*/
}
