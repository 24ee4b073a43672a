// expect: refuted
// flags: --block 32
// finding: race confirmed error A A
// How many values the maximum is of says nothing of where it is written: with none all are equal.
__global__ void dilate(const float* in, float* out, int rows, int columns, int width) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int i = t % rows, j = t / rows;
  float most = 0;
  for (int k = 0; k < width; k++)
    if (in[j * rows + i + k] > most) most = in[j * rows + i + k];
  out[i * columns + j] = most; /*A*/
}
