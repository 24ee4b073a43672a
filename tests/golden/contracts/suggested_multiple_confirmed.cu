// expect: refuted
// finding: race confirmed error A A
// suggests: width % 4 == 0
// Rows are written in groups of four: the last group of a row reaches into the next row.
__global__ void rows(float* out, int width) {
  float* row = out + blockIdx.x * width;
  for (int i = threadIdx.x * 4; i < width; i += blockDim.x * 4)
    for (int j = 0; j < 4; j++)
      row[i + j] = blockIdx.x; /*A*/
}
