// expect: refuted
// flags: --block 64 --grid 4
// finding: race confirmed error A B
// The next element of the row that another thread of the block writes.
__global__ void shift(float** rows) {
  float* row = rows[blockIdx.x];
  row[threadIdx.x] /*A*/ = row[threadIdx.x + 1] /*B*/;
}
