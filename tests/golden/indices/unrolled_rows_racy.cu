// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// One cell too many: the last of a thread is the first of the next.
#define CELL(c) if (a[c] > 0) s[t * 16 + c] = a[t + c];
__global__ void rows(const int* a, int* b) {
  __shared__ int s[64 * 16 + 1];
  int t = threadIdx.x;
  s[t * 16] = a[t];/*A*/
  CELL(1) CELL(2) CELL(3) CELL(4) CELL(5) CELL(6) CELL(7)
  CELL(8) CELL(9) CELL(10) CELL(11) CELL(12) CELL(13) CELL(14) CELL(15)
  s[t * 16 + 16] = 2 * a[t];/*B*/
}
