// expect: verified
// flags: --infer-requires --block 32 --grid 2,64
// under: to == from
// Both blocks of a row write half of it, each by a stride of its own.
__global__ void halves(int* out, unsigned from, unsigned to) {
  __assume(from >= 64 && to >= 64);
  if (blockIdx.x == 0)
    out[blockIdx.y * from + threadIdx.x] = 1;
  else
    out[blockIdx.y * to + 32 + threadIdx.x] = 2;
}
