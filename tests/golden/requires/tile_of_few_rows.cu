// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 16 && blockDim.y <= 16 && height >= 0
// Columns that are shorter than a tile are no harm; those of a negative length the kernel takes for
// long ones.
__global__ void transpose(float* out, const float* in, int width, int height) {
  __shared__ float tile[16][17];
  unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
