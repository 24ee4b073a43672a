// expect: refuted
// finding: race confirmed error A A
// As the other one, with a row that is longer than its place.
__global__ void match(unsigned short* out, int width, int height) {
  int part = threadIdx.x % 20, tile_x = blockIdx.x >> 2, tile_y = blockIdx.y >> 2;
  int column = blockIdx.x & 3, row = blockIdx.y & 3;
  if (tile_x >= width || tile_y >= height) return;
  int first = part * 7, end = first + 7;
  if (end > 140) end = 140;
  out += (tile_y * width + tile_x) * 16 * 136 + (4 * row + column) * 136;
  for (int i = first; i < end; i++) out[i] = i; /*A*/
}
void run(unsigned short* out, int width, int height) {
  match<<<dim3(4 * width, 4 * height), 20>>>(out, width, height);
}
