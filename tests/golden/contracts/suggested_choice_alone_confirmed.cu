// expect: refuted
// flags: --block 256 --infer-requires
// finding: race confirmed error A A
// under: none
// Where an argument chooses whether something is written in addition, nobody relies on that it is not.
__global__ void logged(int n, float* to, float* last, const float* from, int has_log) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  to[i] = from[i];
  if (has_log) last[i / 2] = from[i]; /*A*/
}
