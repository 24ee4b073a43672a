// expect: refuted
// flags: --infer-requires --block 64 --grid 1
// finding: race possible error A A
// suggests: distinct(perm)
// No run shows that it is needed: the clock decides whether two threads meet.
__global__ void scatter(float* out, const int* perm, const float* in) {
  int i = threadIdx.x;
  if (clock() % 64 == i) out[perm[i]] = in[i]; /*A*/
}
