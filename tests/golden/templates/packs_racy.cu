// expect: refuted
// finding: race confirmed error A
template <typename... Ts> __device__ int sum(Ts... ts) { return (ts + ... + 0); }
template <typename... A> __global__ void of_host(int *out, A... a) {
  out[sum((int)(threadIdx.x / sizeof...(a)), 1)] = threadIdx.x; /*A*/
}
void host(int *p) { of_host<<<1, 32>>>(p, 1, 2); }
