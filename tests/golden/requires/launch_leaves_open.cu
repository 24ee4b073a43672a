// expect: verified
// flags: --infer-requires
// under: width % 4 == 0
__global__ void rows(float* out, unsigned width) {
  float* row = out + blockIdx.x * width;
  for (unsigned i = threadIdx.x * 4; i < width; i += blockDim.x * 4)
    for (int j = 0; j < 4; j++)
      row[i + j] = blockIdx.x;
}
void host(float* out, unsigned width) { rows<<<8, 32>>>(out, width); }
