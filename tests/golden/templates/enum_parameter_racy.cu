// expect: refuted
// flags: --kernel 'copy<1, 128>'
// finding: race confirmed error A A
// Backwards, threads beyond N meet those of the block before.
enum class Order { forward, backward };
template <Order order, int N> __global__ void copy(int* out, const int* in) {
  int i = order == Order::forward ? threadIdx.x : N - 1 - threadIdx.x;
  if (order == Order::backward || threadIdx.x < N) out[blockIdx.x * N + i] = threadIdx.x; /*A*/
}
