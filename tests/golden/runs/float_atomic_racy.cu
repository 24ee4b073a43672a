// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// Each thread stores the sum that it found: another one.
__global__ void k(float* sum, float* out) {
  const float before = atomicAdd(sum, 1.0f);
  out[0] = before; /*A*/
}
