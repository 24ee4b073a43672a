// expect: verified
// flags: --block 256
// Rows that threads share, of which each has one writer: told by guards, not by places.
#define CELL(c) if (t == c) s[c] = a[t + c]; if (t % 16 == c && t >= 16) r[t + 256 * c] = t;
__global__ void cells(const int* a, int* b) {
  __shared__ int s[16], r[256 * 16];
  int t = threadIdx.x;
  CELL(0) CELL(1) CELL(2) CELL(3) CELL(4) CELL(5) CELL(6) CELL(7)
  CELL(8) CELL(9) CELL(10) CELL(11) CELL(12) CELL(13) CELL(14) CELL(15)
}
