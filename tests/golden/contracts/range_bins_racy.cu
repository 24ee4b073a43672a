// expect: refuted
// flags: --block 4 --grid 1 --assume "range(bin, 0, 17)"
// finding: race confirmed error A A
// One bin too many: the first one of the next row.
__global__ void count(int* bins, const int* bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[i * 16 + bin[i]] += 1; /*A*/
}
