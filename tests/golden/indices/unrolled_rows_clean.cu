// expect: verified
// flags: --block 64
// Sixteen cells of each thread, written and read under conditions of their own: all pairs differ in
// constants only.
#define CELL(c) if (a[c] > 0) s[t * 16 + c] = a[t + c]; b[t * 16 + c] += s[t * 16 + c];
__global__ void rows(const int* a, int* b) {
  __shared__ int s[64 * 16];
  int t = threadIdx.x;
  b += blockIdx.x * 64 * 16;
  CELL(0) CELL(1) CELL(2) CELL(3) CELL(4) CELL(5) CELL(6) CELL(7)
  CELL(8) CELL(9) CELL(10) CELL(11) CELL(12) CELL(13) CELL(14) CELL(15)
}
