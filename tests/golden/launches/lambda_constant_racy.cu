// expect: refuted
// finding: race confirmed error A
// Constants of lambdas that are called at once, as macros write them.
#define WITH_SIZE(n, NAME, ...)                                                                    \
  [&] {                                                                                            \
    switch (n) {                                                                                   \
    case 128: {                                                                                    \
      constexpr int NAME = 128;                                                                    \
      __VA_ARGS__();                                                                               \
      break;                                                                                       \
    }                                                                                              \
    case 256: {                                                                                    \
      constexpr int NAME = 256;                                                                    \
      __VA_ARGS__();                                                                               \
      break;                                                                                       \
    }                                                                                              \
    }                                                                                              \
  }()

template <int B> __global__ void fill(int* out) {
  out[blockIdx.x * B + threadIdx.x] = threadIdx.x; /*A*/
}

void f(int* out, int blocks, int size) {
  WITH_SIZE(size, threads, [&] { fill<threads><<<blocks, threads + 1>>>(out); });
}
