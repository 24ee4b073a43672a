// expect: refuted
// flags: --block 2 --grid 1
// finding: race confirmed error A A
// Nor need there be one behind the last that is read, which would be larger and below 8, too.
__global__ void mark(int* out, const int* place) {
  __requires("forall i: place[i] < 8 && place[i - 1] < place[i]");
  if (place[1] == 7) out[0] = threadIdx.x; /*A*/
}
