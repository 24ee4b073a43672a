// expect: verified
// assumes: indices of arrays of pointers stay within them
// Of a table of several rows an index stays in its row.
struct Table {
  float* addresses[2][30];
};
__global__ void scale(Table table, int n) {
  int t = blockIdx.y, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) table.addresses[1][t][i] = table.addresses[0][t][i] * 2;
}
