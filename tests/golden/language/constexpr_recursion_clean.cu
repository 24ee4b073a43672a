// expect: verified
// flags: --block 64
// A constant that a recursive function computes: what it does not come to is not computed.
constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr int apart = fib(10);

__global__ void spread(float* out) {
  out[threadIdx.x * apart] = 1.0f;
  out[threadIdx.x * 55 + 1] = 2.0f;
}
