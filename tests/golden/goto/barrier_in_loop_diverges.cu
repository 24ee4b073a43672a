// expect: refuted
// finding: divergence any error A
__global__ void k(int *out) {
  int i = 0;
again:
  __syncthreads(); /*A*/
  if (++i < threadIdx.x) goto again;
  out[threadIdx.x] = i;
}
void host(int *p) { k<<<1, 64>>>(p); }
