// expect: verified
// Tiles of 32 columns, as matrices of bytes are laid out for tensor cores: the digits of a column
// above the fifth bit count rows of all.
__global__ void bytes(char* out, const char* in, int rows, int columns) {
  int c = threadIdx.x;
  if (c < columns) {
    int i = (c & 0xffffffe0) * rows + (blockIdx.x << 5) + (c & 31);
    out[i] = in[i] + 1;
  }
}
__global__ void pairs(char2* out, const char2* in, int rows, int columns) {
  for (int i = 0; i < 4; i++) {
    int pair = i * blockDim.x + threadIdx.x;
    if (pair < columns / 2) {
      int c = pair << 1;
      int at = ((c & 0xffffffe0) * rows + (blockIdx.x << 5) + (c & 31)) >> 1;
      out[at] = in[at];
    }
  }
}
// Digits that are taken off one by one.
__global__ void transpose(float* out, const float* in, int d0, int d1, int d2) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < d0 * d1 * d2) {
    int i2 = i % d2;
    i = (i - i2) / d2;
    int i1 = i % d1;
    i = (i - i1) / d1;
    int i0 = i % d0;
    out[i1 * d0 * d2 + i0 * d2 + i2] = in[i0 * d1 * d2 + i1 * d2 + i2];
  }
}
void run(char* out, const char* in, float* o, const float* i, int rows, int columns) {
  bytes<<<rows, columns>>>(out, in, rows, columns);
  pairs<<<rows, 256>>>((char2*)out, (const char2*)in, rows, columns);
  transpose<<<(rows * columns * 5 + 511) / 512, 512>>>(o, i, rows, columns, 5);
}
