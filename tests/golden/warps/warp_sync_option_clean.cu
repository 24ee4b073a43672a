// expect: verified
// flags: --warp-sync 32 --block 32
// Lock-step warps, as before Volta: opt in.
__global__ void tail(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  if (t < 16) s[t] += s[t + 16];
  if (t < 8) s[t] += s[t + 8];
  if (t == 0) out[blockIdx.x] = s[0];
}
