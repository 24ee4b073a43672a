// expect: verified
// flags: --infer-requires
// under: width % 8 == 0
// What the rows of eight need is enough for those of four.
__global__ void rows(float* out, float* other, unsigned width) {
  float *row = out + blockIdx.x * width, *second = other + blockIdx.x * width;
  for (unsigned i = threadIdx.x * 4; i < width; i += blockDim.x * 4)
    for (int j = 0; j < 4; j++) row[i + j] = blockIdx.x;
  for (unsigned i = threadIdx.x * 8; i < width; i += blockDim.x * 8)
    for (int j = 0; j < 8; j++) second[i + j] = blockIdx.x;
}
