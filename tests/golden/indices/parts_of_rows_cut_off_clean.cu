// expect: verified
// Rows of 130 results, padded to 136, for 4 by 4 cells of each tile: a thread computes seven of
// them, the last one what is left. That 7 * t + k lies below 130 is what only the loop's end says.
__global__ void match(unsigned short* out, int width, int height) {
  int part = threadIdx.x % 19, tile_x = blockIdx.x >> 2, tile_y = blockIdx.y >> 2;
  int column = blockIdx.x & 3, row = blockIdx.y & 3;
  if (tile_x >= width || tile_y >= height) return;
  int first = part * 7, end = first + 7;
  if (end > 130) end = 130;
  out += (tile_y * width + tile_x) * 16 * 136 + (4 * row + column) * 136;
  for (int i = first; i < end; i++) out[i] = first ^ i;
}
void run(unsigned short* out, int width, int height) {
  match<<<dim3(4 * width, 4 * height), 19>>>(out, width, height);
}
