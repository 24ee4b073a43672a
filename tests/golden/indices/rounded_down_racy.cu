// expect: refuted
// finding: race possible error A A
// more: yes
// As rounded_extremes_clean: what is not zero or more may be rounded down to less.
__global__ void columns(float* rows, const float* where, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || width < 1 || width > 4096) return;
  float x = where[i] * width;
  float* row = rows + i * width;
  if (x > -1.0f && x < width) row[(int)floorf(x)] = i; /*A*/
}
