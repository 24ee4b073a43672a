// expect: verified
// flags: --block 64
__global__ void copy(float* out, const float* in) {
  __shared__ float s[65];
  int bytes = 4;
  typedef decltype(bytes = 0) Number;
  memcpy(&s[threadIdx.x], in, bytes);
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}
