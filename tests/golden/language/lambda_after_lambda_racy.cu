// expect: refuted
// flags: --block 4
// finding: race confirmed error A B
// A lambda whose block has ended, then another one, handed to a function: each call runs its own.
template <class F> __device__ void each(int n, F f) {
  for (int i = 0; i < n; ++i) f(i);
}
__global__ void k(int n) {
  int t = threadIdx.x;
  int v = 0, w = 0;
  __shared__ int s[8];
  {
    auto look = [=](int j) { return s[j] + v; }; /*A*/
    w += look(t ^ 1);
  }
  each(n, [&](int j) { s[t] = w; }); /*B*/
}
