// expect: verified
__global__ void as_while(int *a, int n) {
  int i = threadIdx.x;
again:
  if (i < n) {
    a[i] = i;
    i += blockDim.x;
    goto again;
  }
}
__global__ void as_do(int *a) {
  int i = 0;
again:
  a[threadIdx.x + 32 * i] = i;
  i++;
  if (i < 4) goto again;
}
// The barrier behind the loop is not in it.
__global__ void barrier_behind(int *a) {
  __shared__ int s[64];
  int i = 0, t = threadIdx.x;
next:
  if (i < t) {
    ++i;
    goto next;
  }
  s[t] = i;
  __syncthreads();
  a[t] = s[63 - t];
}
void host(int *p) {
  as_do<<<1, 32>>>(p);
  barrier_behind<<<1, 64>>>(p);
}
