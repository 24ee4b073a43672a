// expect: verified
// Grids of templates without instances that spell out one block.
__global__ void scale(float* p, int n) {
  int i = threadIdx.x;
  if (i < n) p[i] = p[i] * 2;
}

template <int N> void host(float* p) {
  const int blocks = 1;
  const dim3 grid(blocks), one;
  scale<<<1, N>>>(p, N);
  scale<<<blocks, N>>>(p, N);
  scale<<<grid, N>>>(p, N);
  scale<<<one, N>>>(p, N);
  scale<<<dim3(1, 1, 1), N>>>(p, N);
}
