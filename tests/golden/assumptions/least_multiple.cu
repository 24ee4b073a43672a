// expect: refuted
// finding: race confirmed error A B
// suggests: width % 2 == 0
// Pairs of cells, of rows that are numbered by what they are made of: an even width is enough, and
// takes longer to prove than a larger multiple.
__global__ void turn(float* cells, int images, int rows, int heads, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int image = i / (rows * heads), row = i / heads % rows, head = i % heads;
  if (image >= images) return;
  float* own = cells + image * (rows * heads * width) + row * (heads * width) + head * width;
  for (int k = 0; k < width; k += 2) {
    own[k] = k; /*A*/
    own[k + 1] = -k; /*B*/
  }
}
void run(float* cells, int images, int rows, int heads, int width) {
  dim3 block(256), grid((images * rows * heads + block.x - 1) / block.x);
  turn<<<grid, block>>>(cells, images, rows, heads, width);
}
