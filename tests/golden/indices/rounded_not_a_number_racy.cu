// expect: refuted
// finding: race possible error A A
// more: yes
// As rounded_extremes_clean: what is NaN and not converted is less than nothing and no more than anything.
__global__ void columns(float* rows, const float* where, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || width < 1 || width > 4096) return;
  float x = where[i];
  float* row = rows + i * width;
  if (x >= 0.0f && x < width) row[(int)x] = i;
  if (!(x >= 0.0f) && !(x < 0.0f)) rows[0] = i; /*A*/
}
