// expect: verified
// A column that is kept within the row: of floats that are the least and the largest of others, of
// choices by their order, and of those that are rounded down.
__global__ void columns(float* rows, const float* where, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || width < 1 || width > 4096) return;
  float x = where[i] * width;
  float* row = rows + i * width;
  row[(int)fminf(fmaxf(x, 0.0f), width - 1.0f)] = 1;
  float y = x + 7;
  y = y < 0.0f ? 0.0f : y;
  y = y > width - 1 ? width - 1 : y;
  row[(int)y] = 2;
  float z = floorf(x * 3);
  if (z >= 0.0f && z < width) row[(int)z] = 3;
  float w = x * 5;
  if (w >= 0.0f && w < width) row[__float2int_rd(w)] = 4;
}
