// expect: refuted
// flags: --block 256
// finding: race confirmed error A B
// As interleaved rows, but that one row is read before those who write it are waited for.
#define ROW(c) s[t + 512 * c] = a[t + c]; sum += s[u + 512 * c + 256];
__global__ void interleaved(const int* a, int* b) {
  __shared__ int s[512 * 12];
  int t = threadIdx.x, u = 255 - t, sum = 0;
  ROW(0) ROW(1) ROW(2) ROW(3) ROW(4) ROW(5) ROW(6) ROW(7) ROW(8) ROW(9)
  s[t + 512 * 10] = a[t + 10];/*A*/
  sum += s[u + 512 * 10];/*B*/
  b[blockIdx.x * 256 + t] = sum;
}
