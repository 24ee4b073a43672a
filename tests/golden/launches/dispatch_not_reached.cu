// The one call that is seen has 64 columns and comes to the last launch alone; the others stand for
// callers elsewhere, and have the blocks that they say.
// expect: verified
// assumes: blockDim = (1, 128, 1)
#include <cuda_runtime.h>
template <int Width, bool padded>
__global__ void copy(float* out, const float* in, long rows, long columns) {
  for (long row = blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += gridDim.x * blockDim.y)
    if (!padded || threadIdx.x < columns)
      out[row * Width + threadIdx.x] = in[row * Width + threadIdx.x];
}
inline cudaError_t count_blocks(int* blocks) {
  const cudaError_t error = cudaDeviceGetAttribute(blocks, cudaDevAttrMultiProcessorCount, 0);
  if (error != cudaSuccess) return error;
  return cudaSuccess;
}
template <int Width, bool padded>
inline cudaError_t launch(float* out, const float* in, long rows, long columns) {
  int grid;
  const cudaError_t error = count_blocks(&grid);
  if (error != cudaSuccess) return error;
  copy<Width, padded><<<grid, dim3(Width, 128 / Width)>>>(out, in, rows, columns);
  return cudaPeekAtLastError();
}
template <int Width>
inline cudaError_t pad(float* out, const float* in, long rows, long columns) {
  if (columns == Width) return launch<Width, false>(out, in, rows, columns);
  return launch<Width, true>(out, in, rows, columns);
}
template <int pack>
inline cudaError_t dispatch(float* out, const float* in, long rows, long columns) {
  if (columns <= 0)
    return cudaErrorInvalidValue;
  else if (columns <= 1 * pack)
    return pad<1 * pack>(out, in, rows, columns);
  else if (columns <= 32 * pack)
    return pad<32 * pack>(out, in, rows, columns);
  return cudaErrorInvalidValue;
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 64 * 2048 * sizeof(float));
  cudaMalloc(&b, 64 * 2048 * sizeof(float));
  const long columns = 64;
  if (columns % 2 == 0)
    dispatch<2>(a, b, 2048, columns);
  else
    dispatch<1>(a, b, 2048, columns);
}
