// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// suggests: distinct(perm)
// Whether two threads meet hangs on the floats, too, which a run chooses.
__global__ void scatter(float* out, const int* perm, const float* in) {
  int i = threadIdx.x;
  if (in[i] * in[63 - i] > 2.0f) out[perm[i]] = in[i]; /*A*/
}
