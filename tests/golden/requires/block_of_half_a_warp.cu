// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 16
// Rows of a tile are shorter than a warp, and a thread has a column.
__global__ void columns(int* out) {
  __shared__ int tile[16][16];
  for (int row = 0; row < 16; ++row)
    tile[row][threadIdx.x] = row;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[0][threadIdx.x];
}
