// expect: verified
// flags: --grid 1 --assume "blockDim.x % 2 == 0"
// Members are read one by one, and others are written meanwhile.
struct Cell {
  int row, column;
};

__device__ int row_of(const Cell* cells, int i) { return cells[i].row; }

__global__ void by_member(Cell* cells, int* out) {
  int t = threadIdx.x;
  const Cell& c = cells[t ^ 1];
  out[t] = c.row + row_of(cells, t ^ 1);
  cells[t].column = t;
}

__global__ void behind_a_barrier(Cell* cells, int* out) {
  int t = threadIdx.x;
  Cell c = cells[t ^ 1];
  __syncthreads();
  c.column = 0;
  out[t] = c.row + c.column;
  cells[t].column = t;
}
