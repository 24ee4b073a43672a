// expect: verified
// Tiles beyond the end of a row are left out.
__global__ void tiles(const float* left, const float* right, float* out, int width, int depth) {
  __shared__ float l[64 * 8], r[8 * 64];
  int column = threadIdx.x % 8 * 8, row = threadIdx.x / 8 * 8;
  float sums[64] = {0};
  left += blockIdx.y * 64 * depth;
  right += blockIdx.x * 64;
  out += blockIdx.y * 64 * width + blockIdx.x * 64;
  for (int k = 0; k < depth; k += 8) {
    for (int i = 0; i < 64; i += 8)
      l[(threadIdx.x / 8 + i) * 8 + threadIdx.x % 8] = left[(threadIdx.x / 8 + i) * depth + threadIdx.x % 8 + k];
    for (int i = 0; i < 8; i++) r[i * 64 + threadIdx.x] = right[(i + k) * width + threadIdx.x];
    __syncthreads();
    for (int d = 0; d < 8; d++)
      for (int m = 0; m < 8; m++)
        for (int n = 0; n < 8; n++) sums[m * 8 + n] += l[(row + m) * 8 + d] * r[d * 64 + column + n];
    __syncthreads();
  }
  for (int m = 0; m < 8; m++)
    for (int n = 0; n < 8; n++)
      if (blockIdx.x * 64 + column + n < width) out[(row + m) * width + column + n] = sums[m * 8 + n];
}
void run(const float* left, const float* right, float* out, int height, int width, int depth) {
  tiles<<<dim3((width + 63) / 64, (height + 63) / 64), 64>>>(left, right, out, width, depth);
}
