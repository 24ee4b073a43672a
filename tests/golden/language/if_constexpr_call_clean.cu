// expect: verified
template <bool Wait>
__global__ void reversed(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  if constexpr (Wait) __syncthreads();
  out[blockIdx.x * 64 + t] = Wait ? s[63 - t] : s[t];
}
void run(int* out, bool wait) {
  if (wait) reversed<true><<<4, 64>>>(out);
  else reversed<false><<<4, 64>>>(out);
}
