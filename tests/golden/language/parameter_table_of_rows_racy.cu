// expect: refuted
// finding: race confirmed error A A
// Two rows of blocks have one pointer.
struct Table {
  float* addresses[2][30];
};
__global__ void scale(Table table, int n) {
  int t = blockIdx.y / 2, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) table.addresses[1][t][i] = table.addresses[0][t][i] * blockIdx.y; /*A*/
}
