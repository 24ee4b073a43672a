// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// Contents are chosen that lead two threads there.
__global__ void k(int* out, const float* x) {
  if (x[threadIdx.x] < -3.0f) out[0] = threadIdx.x; /*A*/
}
