// expect: refuted
// finding: race confirmed error A
template <typename... Ts> __device__ void store(int *out, int at, Ts... ts) {
  int k = at;
  ((out[k++] = ts), ...); /*A*/
}
__global__ void three_each(int *out) {
  int t = threadIdx.x;
  store(out, 2 * t, t, t + 1, t + 2);
}
void host(int *p) { three_each<<<1, 32>>>(p); }
