// expect: refuted
// finding: race any error A
//
// (a - (b - c)) and ((a - b) - c) differ.
template <typename... Ts> __device__ int right(Ts... ts) { return (ts - ...); }
__global__ void k(int *out) {
  int t = threadIdx.x;
  out[right(t, t, 5)] = t; /*A*/
}
template <typename... Ts> __device__ int left(Ts... ts) { return (... - ts); }
__global__ void fine(int *out) {
  int t = threadIdx.x;
  out[left(t, 5, 5) + 10] = t;
}
