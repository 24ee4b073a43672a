// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// Words of each thread, and one byte that lies in the word of the next.
#define CELL(c) s[t * 8 + c] = a[t + c];
__global__ void words(const int* a, int* b) {
  __shared__ int s[64 * 8 + 1];
  int t = threadIdx.x;
  s[t * 8] = a[t];/*A*/
  CELL(1) CELL(2) CELL(3) CELL(4) CELL(5) CELL(6) CELL(7)
  ((char*)s)[t * 32 + 34] = a[t + 1];/*B*/
}
