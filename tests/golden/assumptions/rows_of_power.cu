// expect: refuted
// finding: race confirmed error W
// suggests: (blockDim.x & (blockDim.x - 1)) == 0
// more: yes
// Multiples would leave a single shape of the block: that its width is a power of two is meant.
__global__ void gather(const int* begin, const float* v, float* out, int rows) {
  extern __shared__ float part[];
  int row = threadIdx.y + blockDim.y * blockIdx.x;
  if (row < rows) {
    int at = threadIdx.x + begin[row];
    part[threadIdx.y + threadIdx.x] = at < begin[row + 1] ? v[at] : 0.0f; /*W*/
    __syncthreads();
    if (threadIdx.x == 0) out[row] = part[threadIdx.y];
  }
}
void multiply(const int* begin, const float* v, float* out, int rows, int width) {
  int height = 256 / width;
  dim3 block(width, height);
  switch (width) {
  case 2: case 4: case 8: case 16: case 32: case 64: case 128:
    return;
  default:
    gather<<<(rows + height - 1) / height, block>>>(begin, v, out, rows);
  }
}
