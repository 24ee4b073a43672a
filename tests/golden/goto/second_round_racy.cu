// expect: refuted
// finding: race any error A B
//
// The race is between one round and the next, which the barrier of the first does not cut.
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, i = 0;
round:
  s[t] = i; /*A*/
  __syncthreads();
  out[t] = s[63 - t]; /*B*/
  if (++i < n) goto round;
}
void host(int *p, int n) { k<<<1, 64>>>(p, n); }
