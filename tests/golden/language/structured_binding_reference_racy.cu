// expect: refuted
// finding: race confirmed error A
// What is stored through the names changes the object.
struct Cell {
  int row, column;
};
__global__ void transpose(float* out, unsigned n) {
  Cell cell{(int)threadIdx.x, (int)blockIdx.x};
  {
    auto& [row, column] = cell;
    const int old = row;
    row = column;
    column = old;
  }
  int places[2] = {3, 4};
  auto&& [near, far] = places;
  near = far;
  if (threadIdx.x < n && blockIdx.x < n) out[cell.row * n + cell.column / 2 + places[0] - 4] = threadIdx.x; /*A*/
}
