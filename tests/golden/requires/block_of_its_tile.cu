// expect: refuted
// suggests: blockDim.x == 8 && blockDim.y <= 8
// more: yes
// No launch says so, but the tile does: the kernel is meant for blocks of 8 x 8, and for rows of
// that many blocks.
__global__ void smooth(float *out, const float *in, int width) {
  __shared__ float tile[8][9];
  const int x = threadIdx.x, y = threadIdx.y;
  const int at = (blockIdx.y * 8 + y) * width + blockIdx.x * 8 + x;
  tile[y][x] = in[at];
  __syncthreads();
  out[at] = tile[y][x] + tile[y][x ^ 1];
}
