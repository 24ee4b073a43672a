// expect: refuted
// finding: race possible error A
// What the lambda gets is not followed: no finding of an instance that nobody may launch is certain.
template <int B> __global__ void fill(int* out) {
  out[blockIdx.x * B + threadIdx.x] = threadIdx.x; /*A*/
}

template <int N> struct Size {
  static constexpr int value = N;
};

template <class F> void pick(int size, F f) {
  if (size == 64) f(Size<64>{});
  else f(Size<128>{});
}

void run(int* out, int blocks, int size) {
  pick(size, [&](auto c) { fill<decltype(c)::value><<<blocks, decltype(c)::value>>>(out); });
}
