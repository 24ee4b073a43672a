// expect: verified
// flags: --block 128 --grid 1
// As many threads as the bits that are left have values.
__global__ void bytes(int* a) {
  const int t = threadIdx.x, byte = (t << 24) >> 24;
  a[byte + 128] = t;
}

__global__ void pairs(int* a) {
  const unsigned t = threadIdx.x;
  a[((int)(t << 25) >> 25) + 64] = t;
}

__global__ void low_bits(int* a) {
  const unsigned long long t = threadIdx.x;
  a[t << 57 >> 57] = threadIdx.x;
}

__global__ void scaled_bytes(int* a) {
  const int t = threadIdx.x;
  a[((t << 24) >> 16) + 32768] = t;
}

__global__ void first(int* a) {
  if (threadIdx.x << 25 == 0) a[0] = threadIdx.x;
}
