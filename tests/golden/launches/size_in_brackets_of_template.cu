// A size in brackets whose arguments hang on a template's: the pattern's list has no type.
// expect: verified
__global__ void rows(float* a, int n) {
  if (threadIdx.x < n) a[blockIdx.y * n + threadIdx.x] = 1;
}
struct Matrix {
  int rows, columns;
  float* cells;
  int height() const { return rows; }
  int width() const { return columns; }
};
template <class M> void fill(const M& m) {
  dim3 grid(1, m.height()), block(m.width());
  rows<<<grid, block>>>(m.cells, m.width());
}
void go(const Matrix& m) { fill(m); }
