// expect: refuted
// finding: race confirmed error A A
// finding: same-value-write confirmed warning A A
// Of a template without instances the grid is not known; that the kernel asks for no block does not
// make it one.
__global__ void scale(float* p, int n) {
  int i = threadIdx.x;
  if (i < n) /*A*/ p[i] = p[i] * 2;
}

template <int N> void host(float* p) {
  const int threads = 256, blocks = (N + threads - 1) / threads;
  scale<<<blocks, threads>>>(p, N);
}
