// expect: verified
// flags: --block 128
// A batch: each block has arrays of its own, which arrays of pointers name.
__global__ void scale(float** out, const float* const* in, const int* lengths, int batch) {
  for (int b = blockIdx.x; b < batch; b += gridDim.x) {
    float* to = out[b];
    const float* from = in[b];
    for (int i = threadIdx.x; i < lengths[b]; i += blockDim.x) to[i] = 2.0f * from[i];
  }
}
