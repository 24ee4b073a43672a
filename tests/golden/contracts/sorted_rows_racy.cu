// expect: refuted
// flags: --block 4 --grid 1 --assume "forall i: 0 <= row[i] && row[i] < 100"
// finding: race confirmed error A A
// assumes: forall i: 0 <= row[i] && row[i] < 100 (--assume)
// That the offsets are in range does not make the rows disjoint.
__global__ void scale(float* vals, const int* row, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int k = row[r]; k < row[r + 1]; ++k) vals[k] = r; /*A*/
}
