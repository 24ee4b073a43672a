// expect: verified
// flags: --infer-requires
// under: pitch % 4 == 0 && pitch >= width
__global__ void by_steps(float* out, int width, int pitch) {
  for (int i = threadIdx.x; i < (width + 3) / 4; i += blockDim.x)
    for (int k = 0; k < 4; ++k) out[blockIdx.x * pitch + 4 * i + k] = blockIdx.x;
}
