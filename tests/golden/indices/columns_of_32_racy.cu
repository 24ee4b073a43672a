// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// more: yes
// Of the columns' digits one is lost: rows above the last one meet.
__global__ void bytes(char* out, const char* in, int rows, int columns) {
  int c = threadIdx.x;
  if (c < columns) {
    int i = (c & 0xffffffe0) * (rows - 1) + (blockIdx.x << 5) + (c & 31);
    out[i] = in[c]; /*A*/
  }
}
__global__ void transpose(float* out, const float* in, int d0, int d1, int d2) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < d0 * d1 * d2) {
    int i2 = i % d2;
    i = (i - i2) / d2;
    int i1 = i % d1;
    i = (i - i1) / d0;
    int i0 = i % d0;
    out[i1 * d0 * d2 + i0 * d2 + i2] = in[threadIdx.x + blockIdx.x * blockDim.x]; /*B*/
  }
}
void run(char* out, const char* in, int rows, int columns) {
  bytes<<<rows, columns>>>(out, in, rows, columns);
}
