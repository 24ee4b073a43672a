// expect: refuted
// finding: race confirmed error A
// Inner braces may be left out: each part takes its values from the list.
struct Cell {
  int row, column;
};
struct Box {
  Cell low, high;
  int strides[2];
};
__global__ void boxes(float* out) {
  const int t = threadIdx.x;
  Box box = {1, 2, {t, 4}, 8, 0};
  int table[][2] = {1, 2, 3, 4, 5, 6};
  Cell cells[2] = {box.low, 5, 6};
  const int all = sizeof(table) / sizeof(int) + table[2][1] + cells[1].column; // 6 + 6 + 6
  out[blockIdx.x * 1024 + (box.high.row * box.strides[1] + all - 18) % 1024] = t; /*A*/
}
