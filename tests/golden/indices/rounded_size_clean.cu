// expect: verified
// flags: --timeout 2
// Which of two ways an element goes is decided by a size that is rounded down to a power of two; where it lies is not.
__device__ int power_below(int x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return (x >> 1) + 1;
}

__global__ void slopes(float* to, const float* from, size_t heads) {
  if (threadIdx.x >= heads) return;
  int power = power_below(heads);
  for (int h = threadIdx.x; h < heads; h += blockDim.x) {
    if (h < power) to[h] = from[h];
    else to[h] = 2 * from[h - power];
  }
}

void launch(float* to, const float* from, size_t heads) {
  dim3 block(heads < 512 ? heads : 512);
  slopes<<<1, block>>>(to, from, heads);
}
