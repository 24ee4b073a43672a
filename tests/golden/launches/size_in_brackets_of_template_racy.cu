// Likewise, but rows of one length for blocks along x as well.
// expect: verified
// finding: same-value-write confirmed warning A
__global__ void rows(float* a, int n) {
  if (threadIdx.x < n) /*A*/ a[blockIdx.y * n + threadIdx.x] = 1;
}
struct Matrix {
  int rows, columns;
  float* cells;
  int height() const { return rows; }
  int width() const { return columns; }
};
template <class M> void fill(const M& m) {
  dim3 grid(m.width(), m.height()), block(m.width());
  rows<<<grid, block>>>(m.cells, m.width());
}
void go(const Matrix& m) { fill(m); }
