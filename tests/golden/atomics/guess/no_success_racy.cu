// expect: refuted
// finding: race confirmed error A B
// finding: unordered-flag confirmed error C D
// finding: race confirmed error E F
// finding: race confirmed error G H
// The loop may end, or is none, where no atomicCAS has succeeded: then the guess decided it.
__global__ void a_few_times(int *cell) {
  int old = *cell, assumed; /*A*/
  for (int i = 0; i < 4; ++i) {
    assumed = old;
    old = atomicCAS(cell, assumed, assumed + 3); /*B*/
    if (old == assumed) break;
  }
}
__global__ void once(int *cell, int *lost) {
  int old = *cell; /*C*/
  if (atomicCAS(cell, old, old + 3) != old) lost[threadIdx.x] = 1; /*D*/
}
// zeros of both signs are equal
__global__ void of_floats(float *cell) {
  float old = *cell, assumed; /*E*/
  do {
    assumed = old;
    old = __int_as_float(atomicCAS((int *)cell, __float_as_int(assumed), __float_as_int(assumed * 3))); /*F*/
  } while (assumed != old);
}
__global__ void of_another(int *cell, int *other) {
  int old = *cell, assumed; /*G*/
  do {
    assumed = old;
    atomicCAS(cell, assumed, assumed + 3); /*H*/
    old = atomicCAS(other, assumed, assumed + 3);
  } while (assumed != old);
}
