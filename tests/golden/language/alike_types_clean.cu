// expect: verified
// flags: --block 64
// long and long long, int and const int are different types.
template <class T> struct Step { static constexpr int n = 1; };
template <> struct Step<long> { static constexpr int n = 0; };
template <> struct Step<int> { static constexpr int n = 0; };

__global__ void fill(int* out, int* more) {
  out[threadIdx.x * Step<long long>::n] = threadIdx.x;
  more[threadIdx.x * Step<const int>::n] = threadIdx.x;
}
