// expect: verified
// Rows of products of sizes, in words of 64 bits: the sizes are of type int, so that each could be
// negative, and a product of several such conversions has many cases.
__global__ void rows(float *v, int heads, int width) {
  for (int i = threadIdx.x; i < heads * width; i += blockDim.x)
    v[(size_t)blockIdx.x * heads * width + i] = i;
}
__global__ void planes(float *v, int rows, int columns, int depth) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= columns || y >= rows) return;
  const size_t plane = (size_t)rows * columns;
  size_t at = (size_t)y * columns + x;
  for (int z = 0; z < depth; z++, at += plane)
    v[at] = z;
}
__global__ void guarded(float *v, int heads, int width) {
  const size_t base = (size_t)blockIdx.x * heads * width, all = (size_t)gridDim.x * heads * width;
  for (int i = threadIdx.x; i < heads * width; i += blockDim.x)
    if (base + i < all) v[base + i] = i;
}
void launch(float *v, int rows, int columns, int depth) {
  planes<<<dim3((columns + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(v, rows, columns, depth);
}
