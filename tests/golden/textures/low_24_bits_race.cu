// expect: refuted
// finding: race confirmed error W W
// suggests: width < 16777216
// __umul24 multiplies low 24 bits: rows of wider images overlap.
__global__ void render(unsigned* out, unsigned width, unsigned height, float depth, cudaTextureObject_t volume) {
  const unsigned x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  const unsigned y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  const float voxel = tex3D<float>(volume, x / (float)width, y / (float)height, depth);
  if (x < width && y < height) out[__umul24(y, width) + x] = voxel * 255; /*W*/
}
