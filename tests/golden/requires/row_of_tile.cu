// expect: refuted
// finding: race confirmed error A
// suggests: row_size >= 160
// A warp writes 160 columns of its row, whatever the row has: of a multiple of 160 that is not zero
// only that it is as many is needed.
__global__ void scale(float* out, const float* in, long row_size, long rows) {
  for (long row = blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += gridDim.x * blockDim.y)
    for (int i = 0; i < 5; ++i) {
      long col = i * 32 + threadIdx.x;
      out[row * row_size + col] = row + in[row * row_size + col]; /*A*/
    }
}

void run(float* out, const float* in, long row_size, long rows, int blocks) {
  scale<<<blocks, dim3(32, 4)>>>(out, in, row_size, rows);
}
