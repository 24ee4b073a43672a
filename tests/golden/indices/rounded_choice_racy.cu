// expect: refuted
// finding: race possible error A A
// more: yes
// As rounded_extremes_clean: one column behind the row.
__global__ void columns(float* rows, const float* where, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || width < 1 || width > 4096) return;
  float x = where[i] * width;
  float* row = rows + i * width;
  x = x < 0.0f ? 0.0f : x;
  x = x > width ? width : x;
  row[(int)x] = i; /*A*/
}
