// expect: unknown
// unknown: A a value is not returned
// Threads from 64 on flow off the end of a function that returns a value.
__device__ bool is_first(int t) {
  if (t < 64) return true; /*A*/
}

__global__ void __launch_bounds__(128) sums(int* out, const int* in) {
  __shared__ int b[64];
  int t = threadIdx.x;
  if (t < 64) b[t] = in[t];
  __syncthreads();
  if (is_first(t)) out[t] = b[63 - t];
}
