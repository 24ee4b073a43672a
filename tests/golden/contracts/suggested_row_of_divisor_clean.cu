// expect: verified
// flags: --block 256 --assume "pitch >= columns && columns > 0"
// As suggested_row_of_divisor_confirmed.cu, of rows that are long enough.
__global__ void pad(int n, float* to, const float* from, int columns, int pitch) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i < n) to[i / columns * pitch + i % columns] = from[i] + i;
}
