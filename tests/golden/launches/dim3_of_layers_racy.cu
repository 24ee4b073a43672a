// One of them has more.
// expect: refuted
// finding: race confirmed error A A
__global__ void draw(int *out, int columns, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) /*A*/out[y * columns + x] = x + threadIdx.z + blockIdx.z;
}
dim3 block(16, 16), grid;
int columns = 512, rows = 512, *pixels;
void show() { draw<<<grid, block>>>(pixels, columns, rows); }
void resize(int w, int h) {
  columns = w;
  rows = h;
  grid = dim3((w + 15) / 16, (h + 15) / 16);
}
void wide() { grid.z = 2; }
void on_draw(void (*f)());
void on_resize(void (*f)(int, int));
int main() {
  cudaMalloc(&pixels, 4 * columns * rows);
  resize(columns, rows);
  on_draw(show);
  on_draw(wide);
  on_resize(resize);
}
