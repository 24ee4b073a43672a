// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// under: none
// No size of the image keeps a pixel of the border from being copied from another one of it.
__global__ void smear(unsigned char* image, int wide, int high, int edge) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x + 1 >= wide || y >= high) return;
  if (x >= edge && x < wide - edge && y >= edge && y < high - edge) return;
  image[y * wide + x] = image[y * wide + x + 1]; /*A*/
}
void host(unsigned char* image, int wide, int high, int edge) {
  smear<<<dim3((wide + 15) / 16, (high + 15) / 16), dim3(16, 16)>>>(image, wide, high, edge);
}
