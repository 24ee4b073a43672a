// expect: refuted
// finding: race possible error A A
// more: yes
// As rounded_extremes_clean: what is less than the width may be rounded to it.
__global__ void columns(float* rows, const float* where, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || width < 1 || width > 4096) return;
  float x = where[i];
  float* row = rows + i * width;
  if (x >= 0.0f && x < width) row[__float2int_rn(x)] = i; /*A*/
}
