// expect: verified
// flags: --infer-requires
// under: width % 3 == 0
// Likewise with pixels of three values.
__global__ void rows(float* out, unsigned width) {
  float* row = out + blockIdx.x * width;
  for (unsigned i = threadIdx.x * 3; i < width; i += blockDim.x * 3)
    for (int j = 0; j < 3; j++)
      row[i + j] = blockIdx.x;
}
