// expect: verified
// What the lambda gets says which instances there are, and each is launched with its own size.
template <int B> __global__ void fill(int* out) {
  out[blockIdx.x * B + threadIdx.x] = threadIdx.x;
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
