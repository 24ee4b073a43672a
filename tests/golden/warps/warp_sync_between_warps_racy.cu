// expect: refuted
// flags: --warp-sync 32 --block 64
// more: yes
// finding: race confirmed error A B
__global__ void tail(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  if (t < 32) s[t] += s[t + 32]; /*B*/
}
