// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// All cells but one have one writer each; what the guards of the others say is not said of it.
#define CELL(c) if (t == c) s[c] = a[t + c];
__global__ void cells(const int* a, int* b) {
  __shared__ int s[16];
  int t = threadIdx.x;
  CELL(0) CELL(1) CELL(2) CELL(3) CELL(4) CELL(5) CELL(6) CELL(7)
  CELL(8) CELL(9) CELL(10) CELL(11) CELL(12) CELL(13) CELL(14)
  if (t % 128 == 15) s[15] = a[t];/*A*/
}
