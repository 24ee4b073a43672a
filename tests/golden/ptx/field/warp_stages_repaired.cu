// expect: verified
// flags: --block 128
// origin: tpruvot/ccminer 75
// The lanes of the warp meet between the stages.
__global__ void stages(unsigned* out, const unsigned* in) {
  __shared__ unsigned word[128];
  int t = threadIdx.x, group = t & ~3;
  word[t] = in[blockIdx.x * 128 + t];
  __syncwarp();
  unsigned mixed = word[group + (t + 1) % 4] ^ word[group + (t + 2) % 4];
  out[blockIdx.x * 128 + t] = mixed;
}
