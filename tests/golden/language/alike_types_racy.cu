// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// finding: race confirmed error B B
// long and long long, int and const int are different types.
template <class T> struct Step { static constexpr int n = 0; };
template <> struct Step<long> { static constexpr int n = 1; };
template <> struct Step<int> { static constexpr int n = 1; };

__global__ void fill(int* out, int* more) {
  /*A*/ out[threadIdx.x * Step<long long>::n] = threadIdx.x;
  /*B*/ more[threadIdx.x * Step<const int>::n] = threadIdx.x;
}
