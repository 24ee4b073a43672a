// expect: refuted
// flags: --block 128
// finding: race confirmed error A
// A constexpr function with a loop gives constants, as sizes and as conditions.
constexpr int log_2(int n) {
  int result = 0;
  for (; n > 1; n /= 2) ++result;
  return result;
}
template <typename T>
constexpr int rows(T bytes) {
  if (bytes < 0) return -1;
  int n = 1;
  while (true) {
    n *= 2;
    if (n * int(sizeof(T)) >= bytes) break;
  }
  return n;
}
__global__ void __launch_bounds__(128) reduce(float* out) {
  __shared__ float levels[log_2(128)][rows(512)];
  constexpr int last = log_2(sizeof(levels) / rows(512L) / 2); // 7 * 4 * 128 / 64 / 2 = 28: 4
  levels[threadIdx.x % 7][threadIdx.x] = 0;
  if (last != 5) out[0] = threadIdx.x; /*A*/
}
