// expect: refuted
// finding: race confirmed error A
// Copies of a closure do not share what it holds.
template <typename F>
__device__ int called(F f) {
  f();
  return f();
}
__global__ void counters(int* out) {
  int start = 0;
  auto next = [start]() mutable { return start++; };
  auto other = next;
  const int second = called(next); // of a copy
  next();
  const int place = 10 * next() + 100 * other() + second + start; // 1, 0, 1, 0
  if (threadIdx.x == place) out[0] = 1; /*A*/
  if (threadIdx.x == 12) out[0] = 2;   /*A*/
}
