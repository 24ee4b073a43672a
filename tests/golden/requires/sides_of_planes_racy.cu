// expect: refuted
// flags: --assume 'blockDim.x <= 32 && blockDim.y <= 8 && columns >= gridDim.x * 32 && rows >= gridDim.y * 7'
// finding: race confirmed error A A
__global__ void repeat(float* out, const float* in, int columns, int rows, int planes) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int z = 0; z < planes; z++) out[(z * rows + y) * columns + x] = in[x] + z; /*A*/
}
