// expect: refuted
// flags: --grid 1 --assume "blockDim.x % 2 == 0"
// finding: race confirmed error A B
// finding: race confirmed error C D
// finding: race confirmed error E F
// finding: race confirmed error G H
// A copy reads all of a structure, also what is overwritten or never used.
struct Cell {
  int row, column;
};

__device__ Cell cell_of(const Cell* cells, int i) { return cells[i]; } /*G*/

__global__ void overwritten(Cell* cells, int* out) {
  int t = threadIdx.x;
  Cell c = cells[t ^ 1]; /*A*/
  c.column = 0;
  out[t] = c.row + c.column;
  cells[t].column = t; /*B*/
}

__global__ void captured(Cell* cells, int* out) {
  int t = threadIdx.x;
  auto row = [c = cells[t ^ 1]] { return c.row; }; /*C*/
  out[t] = row();
  cells[t].column = t; /*D*/
}

__global__ void to_element(Cell* cells, int* out) {
  int t = threadIdx.x;
  Cell two[2];
  two[0] = cells[t ^ 1]; /*E*/
  two[1] = two[0];
  out[t] = two[1].row;
  cells[t].column = t; /*F*/
}

__global__ void returned(Cell* cells, int* out) {
  int t = threadIdx.x;
  out[t] = cell_of(cells, t ^ 1).row;
  cells[t].column = t; /*H*/
}
