// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: halved == 0
// As suggested_choice_confirmed.cu, where a truth value chooses.
__global__ void gather(int n, float* to, const float* from, bool halved) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  if (halved) to[i / 2] = from[i]; /*A*/
  else to[i] = from[i];
}
