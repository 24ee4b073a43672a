// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// more: yes
// Those of an even one do not.
__global__ void scatter(int* out, const int* in) {
  unsigned i = threadIdx.x;
  out[blockIdx.x * 256 + ((i * 36 + 11) & 255)] = in[i]; /*A*/
}
