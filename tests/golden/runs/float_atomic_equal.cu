// expect: refuted
// flags: --block 64 --grid 1
// finding: race possible error A A
// Nothing is added, so that all find the same.
__global__ void k(float* sum, float* out) {
  const float before = atomicAdd(sum, 0.0f);
  out[0] = before; /*A*/
}
