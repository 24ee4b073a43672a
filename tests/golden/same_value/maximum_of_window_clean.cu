// expect: verified
// flags: --block 32 --assume "rows > 0"
// Threads beyond the last column leave its maximum alone.
__global__ void dilate(const float* in, float* out, int rows, int columns, int width) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int i = t % rows, j = t / rows;
  float most = 0;
  for (int k = 0; k < width; k++)
    if (in[j * rows + i + k] > most) most = in[j * rows + i + k];
  if (j < columns) out[i * columns + j] = most;
}
