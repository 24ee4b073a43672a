// expect: verified
template <typename... Ts> __device__ int sum(Ts... ts) { return (ts + ... + 0); }
template <typename... Ts> __device__ bool all(Ts... ts) { return (... && ts); }
template <typename T> __device__ T total(T t) { return t; }
template <typename T, typename... Ts> __device__ T total(T t, Ts... ts) { return t + total(ts...); }
template <int... Is> struct Seq {
  static constexpr int size = sizeof...(Is);
  static constexpr int sum = (Is + ...);
};
template <typename... Ts> __device__ void store(int *out, int at, Ts... ts) {
  int k = at;
  ((out[k++] = ts), ...);
}
__global__ void forms(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (all(i >= 0, i < n)) out[sum(i, 1, 2) + total(1, 2, 3) + Seq<1, 2, 3>::sum] = Seq<1, 2>::size;
}
template <typename... Ts> __device__ bool none(Ts... ts) { return (... || ts); }
__global__ void empty(int *out) {
  if (none()) out[0] = threadIdx.x;
}
__global__ void three_each(int *out) { store(out, 3 * threadIdx.x, 1, 2, 3); }
template <typename... A> __global__ void of_host(int *out, A... a) {
  out[threadIdx.x * sizeof...(a)] = sum(a...);
}
void host(int *p) { of_host<<<1, 32>>>(p, 1, 2.0f, 3); }
