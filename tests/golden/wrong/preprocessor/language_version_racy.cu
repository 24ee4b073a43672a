// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
__global__ void store() {
  __shared__ int s[64];
  int t = threadIdx.x;
#if __cplusplus >= 201703L
  t = 0;
#endif
  s[t] = threadIdx.x; /*A*/
}
