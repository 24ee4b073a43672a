// expect: refuted
// flags: --block 4 --grid 1
// finding: race confirmed error A A
// Rows that are sorted may begin at one place.
__global__ void first(float* values, const int* row, int n) {
  __requires(sorted(row));
  int r = threadIdx.x;
  if (r < n) values[row[r]] = r; /*A*/
}
