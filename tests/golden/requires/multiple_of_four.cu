// expect: verified
// flags: --infer-requires
// under: width % 4 == 0
// Rows are written in groups of four: the last group of a row reaches into the next row.
__global__ void rows(float* out, unsigned width) {
  float* row = out + blockIdx.x * width;
  for (unsigned i = threadIdx.x * 4; i < width; i += blockDim.x * 4)
    for (int j = 0; j < 4; j++)
      row[i + j] = blockIdx.x;
}
