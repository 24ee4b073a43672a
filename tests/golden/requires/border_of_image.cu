// expect: verified
// flags: --infer-requires
// under: high > 2 * edge && wide > 2 * edge
// Where the borders meet, the pixel that is copied lies in front of the image or in the border.
__global__ void extend(unsigned char* image, int wide, int high, int edge) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= wide || y >= high) return;
  if (x >= edge && x < wide - edge && y >= edge && y < high - edge) return;
  int from_x = min(max(x, edge), wide - edge - 1), from_y = min(max(y, edge), high - edge - 1);
  image[y * wide + x] = image[from_y * wide + from_x];
}
void host(unsigned char* image, int wide, int high, int edge) {
  extend<<<dim3((wide + 15) / 16, (high + 15) / 16), dim3(16, 16)>>>(image, wide, high, edge);
}
