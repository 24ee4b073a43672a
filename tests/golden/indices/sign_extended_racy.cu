// expect: refuted
// flags: --block 512 --grid 1
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// finding: race confirmed error F F
// A shift to the left that is shifted back, or compared, is there to lose bits.
__global__ void bytes(int* a) {
  const int t = threadIdx.x, byte = (t << 24) >> 24;
  a[byte + 128] = t; /*A*/
}

__global__ void nibbles(int* a) {
  const unsigned t = threadIdx.x;
  a[((int)(t << 28) >> 28) + 8] = t; /*B*/
}

__global__ void low_bits(int* a) {
  const unsigned long long t = threadIdx.x;
  a[t << 58 >> 58] = threadIdx.x; /*C*/
}

__global__ void scaled_bytes(int* a) {
  const int t = threadIdx.x;
  a[((t << 24) >> 16) + 32768] = t; /*D*/
}

__global__ void even(int* a) {
  if (threadIdx.x << 31 == 0) a[0] = threadIdx.x; /*E*/
}

__global__ void odd(int* a) {
  const int t = threadIdx.x;
  if (t << 31 < 0) a[0] = t; /*F*/
}
