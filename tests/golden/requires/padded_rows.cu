// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// suggests: pitch % 4 == 0 && pitch >= width
// Each thread writes four elements, also where the row ends before: the rest lies in the next one unless
// rows are padded.
__global__ void by_steps(float* out, int width, int pitch) {
  for (int i = threadIdx.x; i < (width + 3) / 4; i += blockDim.x)
    for (int k = 0; k < 4; ++k) out[blockIdx.x * pitch + 4 * i + k] = blockIdx.x; /*A*/
}

__global__ void by_guard(float* out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= (width + 3) / 4 || y >= height) return;
  for (int k = 0; k < 4; ++k) out[y * pitch + 4 * x + k] = y; /*B*/
}
