// `if constexpr (B) f();` is no cast; each launch has its own instance.
// expect: refuted
// finding: race confirmed error A B
template <bool Wait>
__global__ void reversed(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t; /*A*/
  if constexpr (Wait) __syncthreads();
  out[blockIdx.x * 64 + t] = s[63 - t]; /*B*/
}
void run(int* out, bool wait) {
  if (wait) reversed<true><<<4, 64>>>(out);
  else reversed<false><<<4, 64>>>(out);
}
