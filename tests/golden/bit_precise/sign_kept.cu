// expect: verified
// flags: --bit-precise --block 64 --grid 1
// Numbers that an int has keep their sign.
__global__ void positive(int* out, const unsigned short* at, int n) {
  const int m = at[0], i = threadIdx.x;
  if (m < 0 || i < 0) out[0] = threadIdx.x;
  if (static_cast<unsigned>(n) > 0x7fffffffu && n >= 0) out[1] = threadIdx.x;
}
