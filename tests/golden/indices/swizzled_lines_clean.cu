// expect: verified
// flags: --block 32,8
// Lines of an image, whole tiles wide, whose columns are permuted by the line.
__global__ void permute(float* out, const float* in, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, pitch = gridDim.x * 32;
  if (x < w) out[y * pitch + (x ^ (y & 7))] = in[y * w + x];
}
