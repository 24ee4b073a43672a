// expect: verified
// A function that no thread leaves without a value: those of others end in a trap.
__device__ bool is_first(int t) {
  if (t < 64) return true;
  if (t < 128) return false;
  __builtin_trap();
  return false;
}

__global__ void __launch_bounds__(128) sums(int* out, const int* in) {
  __shared__ int b[64];
  int t = threadIdx.x;
  if (t < 64) b[t] = in[t];
  __syncthreads();
  if (is_first(t)) out[t] = b[63 - t];
}
