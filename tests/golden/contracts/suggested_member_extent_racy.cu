// expect: refuted
// finding: race confirmed error A A
// suggests: parts <= 8
// more: yes
// Arrays within elements: beyond them the next element begins.
struct Cell {
  double level[8];
  double rate[8];
  double sum;
};
__global__ void start(Cell* cells, int parts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Cell& cell = cells[i];
  for (int p = 0; p < parts; ++p) {
    cell.level[p] = p;
    cell.rate[p] = 2 * p; /*A*/
  }
  cell.sum = 0;
}
