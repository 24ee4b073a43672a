// expect: verified
// flags: --block 64
__global__ void store() {
  __shared__ int s[64];
  int t = threadIdx.x;
#if 0b11 == 4
  t = 0;
#endif
  s[t] = threadIdx.x;
}
