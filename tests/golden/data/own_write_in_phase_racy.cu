// expect: refuted
// flags: --block 64
// finding: race any error A B
// A thread sees what it has just written itself, not what the phase began with.
__global__ void own(int* out) {
  int t = threadIdx.x;
  __shared__ int mark[64];
  __shared__ int s[65];
  mark[t] = 0;
  __syncthreads();
  int before = mark[t];
  for (int k = t; k < 64; k += 64) mark[k] = 1;
  if (before == 0 && mark[t] == 1) {
    s[t] = 1;     /*A*/
    s[t + 1] = 2; /*B*/
  }
}
