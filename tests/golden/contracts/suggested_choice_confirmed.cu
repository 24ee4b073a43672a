// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: to_places == 0
// An argument chooses between two ways to write, of which one is safe.
__global__ void gather(int n, float* to, const float* from, int to_places) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  const int place = i / 2;
  if (to_places == 0) to[i] = from[place];
  else to[place] = from[i]; /*A*/
}
