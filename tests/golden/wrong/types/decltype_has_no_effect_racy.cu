// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
__global__ void copy(float* out, const float* in) {
  __shared__ float s[65];
  int bytes = 8;
  typedef decltype(bytes = 0) Number;
  memcpy(&s[threadIdx.x], in, bytes); /*A*/
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}
