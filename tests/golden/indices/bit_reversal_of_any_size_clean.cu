// expect: verified
// flags: --block 256 --assume "log >= 1 && log <= 31"
// The bits of a number below 2^log, backwards.
__global__ void reorder(float2* out, const float2* in, int log) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (1u << log)) out[__brev(i) >> (32 - log)] = in[i];
}
