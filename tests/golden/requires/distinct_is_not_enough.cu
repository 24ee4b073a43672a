// expect: refuted
// flags: --infer-requires --block 64 --grid 1
// finding: race confirmed error A A
// Two that differ may have one half.
__global__ void scatter(int* out, const int* perm) {
  out[perm[threadIdx.x] / 2] = threadIdx.x; /*A*/
}
