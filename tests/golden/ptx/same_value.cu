// Two warps copy the same cells of an input array to the same place.
// expect: verified
// finding: same-value-write confirmed warning W W

__global__ void __launch_bounds__(64) same_value(const float* in, float* out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  s[lane] = in[lane]; /*W*/
  __syncthreads();
  out[threadIdx.x] = s[31 - lane];
}
