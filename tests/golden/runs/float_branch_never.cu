// expect: refuted
// flags: --block 64 --grid 1
// finding: race possible error A A
// No contents lead there: nothing is confirmed.
__global__ void k(int* out, const float* x) {
  const float v = x[threadIdx.x];
  if (v * v < -3.0f) out[0] = threadIdx.x; /*A*/
}
