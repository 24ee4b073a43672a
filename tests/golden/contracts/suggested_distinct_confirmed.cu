// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// suggests: distinct(perm)
__global__ void scatter(int* out, const int* perm) {
  out[perm[threadIdx.x]] = threadIdx.x; /*A*/
}
