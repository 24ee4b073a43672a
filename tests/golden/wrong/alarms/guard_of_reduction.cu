// expect: verified
// The usual guard of a reduction; n is not given.
__global__ void __launch_bounds__(64) sum(const float* in, float* out, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32 && threadIdx.x + 32 < n) s[threadIdx.x] += s[threadIdx.x + 32];
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = s[0];
}
