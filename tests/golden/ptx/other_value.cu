// Two warps write values of their own to one place.
// expect: refuted
// finding: race confirmed error W W

__global__ void __launch_bounds__(64) other_value(const float* in, float* out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  s[lane] = in[threadIdx.x]; /*W*/
  __syncthreads();
  out[threadIdx.x] = s[31 - lane];
}
