// expect: verified
// flags: --infer-requires --block 32,8 --grid symbolic
// under: layer >= width * height
__global__ void fill(int* out, unsigned width, unsigned height, unsigned layer) {
  unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[blockIdx.z * layer + y * width + x] = blockIdx.z;
}
