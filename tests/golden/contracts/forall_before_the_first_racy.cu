// expect: refuted
// flags: --block 2 --grid 1
// finding: race confirmed error A A
// There is no element before the first, which would be smaller and not negative either.
__global__ void mark(int* out, const int* place) {
  __requires("forall i: 0 <= place[i] && place[i] < place[i + 1]");
  if (place[0] == 0) out[0] = threadIdx.x; /*A*/
}
