// expect: verified
// flags: --infer-requires --block 64 --grid 1
// under: distinct(perm) && stride != 0
// Neither is enough.
__global__ void scatter(int* out, const int* perm, int stride) {
  out[perm[threadIdx.x] * stride] = threadIdx.x;
}
