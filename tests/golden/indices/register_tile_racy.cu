// As register_tile_clean, but quarters that overlap.
// expect: refuted
// finding: race confirmed error A B
// more: yes
// flags: --timeout 2
__global__ void store(float* c, const float* sums, int width) {
  const int thread = threadIdx.y * 16 + threadIdx.x;
  const int warp = thread / 32, lane = thread % 32;
  const int row = 128 * blockIdx.y + warp / 2 * 16 + lane / 8 * 4;
  const int column = 128 * blockIdx.x + warp % 2 * 32 + lane % 8 * 4;
  float4 sum = *(const float4*)&sums[thread * 4];
  for (int i = 0; i < 4; i++)
    *(float4*)&c[(row + i) * width + column] = sum; /*A*/
  for (int i = 0; i < 4; i++)
    *(float4*)&c[(row + i) * width + column + 60] = sum; /*B*/
  for (int i = 0; i < 4; i++)
    *(float4*)&c[(row + 64 + i) * width + column] = sum;
  for (int i = 0; i < 4; i++)
    *(float4*)&c[(row + 64 + i) * width + column + 64] = sum;
}
void run(float* c, const float* sums, size_t height, size_t width) {
  store<<<dim3(width / 128, height / 128), dim3(16, 16)>>>(c, sums, width);
}
