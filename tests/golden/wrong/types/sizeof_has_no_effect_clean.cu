// expect: verified
// flags: --block 64
__global__ void copy(float* out, const float* in) {
  __shared__ float s[65];
  int bytes = 4;
  int none = sizeof(bytes = 0);
  __builtin_memcpy(&s[threadIdx.x], in, bytes);
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x] + none;
}
