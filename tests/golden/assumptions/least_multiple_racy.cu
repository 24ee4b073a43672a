// expect: refuted
// finding: race any error A C
// flags: --assume "width % 2 == 0"
// One cell more than a pair, which is the next row's: no even width helps.
__global__ void turn(float* cells, int images, int rows, int heads, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int image = i / (rows * heads), row = i / heads % rows, head = i % heads;
  if (image >= images) return;
  float* own = cells + image * (rows * heads * width) + row * (heads * width) + head * width;
  for (int k = 0; k < width; k += 2) {
    own[k] = k; /*A*/
    own[k + 1] = -k;
    own[k + 2] = 0; /*C*/
  }
}
void run(float* cells, int images, int rows, int heads, int width) {
  dim3 block(256), grid((images * rows * heads + block.x - 1) / block.x);
  turn<<<grid, block>>>(cells, images, rows, heads, width);
}
