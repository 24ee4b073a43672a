// expect: verified
// flags: --infer-requires
// under: m <= 64
// All rows of blocks but the first write what it writes, so one row is all that there may be: such a bound is found where
// nothing else helps.
__global__ void fill(float* c, int m) {
  int row = blockIdx.y * 64 + threadIdx.x;
  if (threadIdx.x < 64 && row < m) c[threadIdx.x + 64 * blockIdx.x] = (float)row;
}
