// expect: unknown
// flags: --block 64
// unknown: A loaded from memory
// unknown: B not followed
// unknown: C in a loop
// unknown: D freed
// more: yes
// Memory that others may have the pointer to, or that is another one in each round.
__global__ void published(int* out) {
  __shared__ int* p;
  if (threadIdx.x == 0) p = (int*)malloc(4 * blockDim.x);
  __syncthreads();
  p[0] = threadIdx.x; /*A*/
}

__global__ void handed_on(int* out) {
  unsigned long long p = (unsigned long long)malloc(4);
  p = __shfl_sync(~0u, p, 0);
  ((int*)p)[0] = threadIdx.x; /*B*/
}

__global__ void rounds(int* out, int n) {
  for (int i = 0; i < n; ++i) {
    int* p = (int*)malloc(4); /*C*/
    *p = i;
    out[*p] = 1;
  }
}

__global__ void of_others(int* out) {
  free(out); /*D*/
}
