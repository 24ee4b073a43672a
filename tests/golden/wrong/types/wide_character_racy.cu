// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
__global__ void store() {
  __shared__ int s[64];
  s[sizeof(L'a') == 4 ? 0 : threadIdx.x] = threadIdx.x; /*A*/
}
