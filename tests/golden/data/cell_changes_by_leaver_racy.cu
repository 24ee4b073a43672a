// expect: refuted
// flags: --block 64
// finding: race any error A B
// more: yes
// Thread 0 writes the flag and is gone; the barrier in the loop makes it visible.
__global__ void leave(int* out, const int* skip) {
  int t = threadIdx.x;
  __shared__ int which;
  __shared__ int s[65];
  which = 0;
  __syncthreads();
  int first = which;
  __syncthreads();
  if (t == 0) {
    which = 1;
    return;
  }
  for (int k = 0; k < 2; k++) {
    if (k == 1 && which != first) {
      s[t] = 1;     /*A*/
      s[t + 1] = 2; /*B*/
    }
    __syncthreads();
  }
}
