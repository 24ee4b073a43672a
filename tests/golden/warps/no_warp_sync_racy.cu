// expect: refuted
// flags: --block 32
// more: yes
// finding: race confirmed error A B
__global__ void tail(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  s[t + 32] = t;
  if (t < 16) s[t] += s[t + 16]; /*B*/
  if (t < 8) s[t] += s[t + 8];
  if (t == 0) out[blockIdx.x] = s[0];
}
