// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// The first loop goes down by blocks from the end of a row and has no end where the row is shorter
// than a block's part of it: only runs of long rows come to the last loop, whose step is not that
// of the block.
__global__ void scale(int* rows, const int* in, int* out, int n, int pitch) {
  int* row = rows + blockIdx.x * pitch;
  const int* from = in + blockIdx.x * pitch;
  int i = (n + 3) / 4 + threadIdx.x - blockDim.x;
  int sum = 0;
  while ((i + 1) * size_t{4} > n) {
    for (int k = 0; k < 4 && i * size_t{4} + k < n; k++)
      sum += from[4 * i + k];
    i -= blockDim.x;
  }
  for (; i >= 0; i -= blockDim.x) {
    int4 part = *reinterpret_cast<const int4*>(from + 4 * i);
    sum += part.x + part.y + part.z + part.w;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  __syncthreads();
  for (int j = (n & ~3) + threadIdx.x; j < n; j++)
    row[j] = sum + threadIdx.x; /*A*/
}
