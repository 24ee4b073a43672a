// expect: verified
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, i = 0;
round:
  if (i == n) goto done;
  s[t] = i;
  __syncthreads();
  out[t] = s[63 - t];
  __syncthreads();
  ++i;
  goto round;
done:
  s[t] = 0;
}
void host(int *p, int n) { k<<<1, 64>>>(p, n); }
