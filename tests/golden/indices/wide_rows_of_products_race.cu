// expect: refuted
// finding: race confirmed error R R
// finding: race confirmed error P P
// finding: race confirmed error G G
// One element more than a row has, and rows that are counted by the wrong size.
__global__ void rows(float *v, int heads, int width) {
  for (int i = threadIdx.x; i <= heads * width; i += blockDim.x)
    v[(size_t)blockIdx.x * heads * width + i] = blockIdx.x; /*R*/
}
__global__ void planes(float *v, int rows, int columns, int depth) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= columns || y >= rows) return;
  const size_t plane = (size_t)rows * columns;
  size_t at = (size_t)y * rows + x;
  for (int z = 0; z < depth; z++, at += plane)
    v[at] = x; /*P*/
}
__global__ void guarded(float *v, int heads, int width) {
  const size_t base = (size_t)blockIdx.x * heads, all = (size_t)gridDim.x * heads * width;
  for (int i = threadIdx.x; i < heads * width; i += blockDim.x)
    if (base + i < all) v[base + i] = i; /*G*/
}
void launch(float *v, int rows, int columns, int depth) {
  planes<<<dim3((columns + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(v, rows, columns, depth);
}
