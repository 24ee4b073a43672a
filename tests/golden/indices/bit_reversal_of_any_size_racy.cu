// expect: refuted
// flags: --block 256 --assume "log >= 1 && log <= 31"
// finding: race confirmed error A A
// more: yes
// One bit less is kept than there are.
__global__ void reorder(float2* out, const float2* in, int log) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (1u << log)) out[__brev(i) >> (33 - log)] = in[i]; /*A*/
}
