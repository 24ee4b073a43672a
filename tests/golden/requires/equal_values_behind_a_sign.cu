// expect: refuted
// finding: race confirmed error A A
// more: yes
// suggests: columns >= 0
// Where the number of columns is not negative blocks of one diagonal still store in one place, but one
// value; below zero they race.
__global__ void along_diagonals(int *to, const int *from, int columns, int rows) {
  unsigned across = (blockIdx.x + blockIdx.y) % gridDim.x;
  unsigned x = across * blockDim.x + threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) /*A*/ to[y * columns + x] = from[x * rows + y];
}
