// expect: verified
// flags: --kernel 'copy<1, 128>'
// An enumerator as template argument; the command line names the instance by its values.
enum class Order { forward, backward };
template <Order order, int N> __global__ void copy(int* out, const int* in) {
  int i = order == Order::forward ? threadIdx.x : N - 1 - threadIdx.x;
  if (threadIdx.x < N) out[blockIdx.x * N + i] = in[blockIdx.x * N + threadIdx.x];
}
