// expect: verified
// flags: --block 128 --assume "monotone(row)"
// A warp per row, its lanes side by side.
__global__ void scale(float* value, const int* row, const float* factor, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (r >= rows) return;
  for (int i = row[r] + lane; i < row[r + 1]; i += 32) value[i] *= factor[r];
}
