// expect: refuted
// finding: race confirmed error A A
// more: yes
// As rounded_extremes_clean: columns before the row.
__global__ void columns(float* rows, const float* where, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || width < 1 || width > 4096) return;
  float x = where[i] * width;
  float* row = rows + i * width;
  row[(int)fminf(fmaxf(x, -width - 1.0f), width - 1.0f)] = i; /*A*/
}
