// expect: refuted
// flags: --block 128
// origin: tpruvot/ccminer 75
// finding: race confirmed error W R
// Stages of four lanes pass words on through shared memory as if a warp ran in lock-step.
__global__ void stages(unsigned* out, const unsigned* in) {
  __shared__ unsigned word[128];
  int t = threadIdx.x, group = t & ~3;
  word[t] = in[blockIdx.x * 128 + t]; /*W*/
  unsigned mixed = word[group + (t + 1) % 4] ^ word[group + (t + 2) % 4]; /*R*/
  out[blockIdx.x * 128 + t] = mixed;
}
