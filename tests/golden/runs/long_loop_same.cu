// expect: refuted
// flags: --block 2
// finding: race possible error A A
// What the loop ends with is not followed. It is 76, so that no run shows a race.
__global__ void draw(int* out) {
  unsigned s = 0;
  for (int i = 0; i < 15000; i++) s = (s + 3u) ^ (s >> 3);
  out[s == 76 ? threadIdx.x : 0] = threadIdx.x; /*A*/
}
