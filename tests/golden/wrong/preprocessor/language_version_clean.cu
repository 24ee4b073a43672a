// expect: verified
// flags: --block 64
__global__ void store() {
  __shared__ int s[64];
  int t = threadIdx.x;
#if __cplusplus >= 209901L
  t = 0;
#endif
  s[t] = threadIdx.x;
}
