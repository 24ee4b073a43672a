// expect: verified
// *p++ over a row for each thread.
__global__ void rows(float* out, const float* in) {
  float* to = out + 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const float* from = in + 4 * threadIdx.x;
  for (int i = 0; i < 4; ++i) *to++ = 2 * *from++;
}
