// expect: refuted
// finding: race confirmed error A A
// Five steps in rows of four.
__global__ void rows(float* out) {
  float* to = out + 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = 0; i < 5; ++i) *to++ = i; /*A*/
}
