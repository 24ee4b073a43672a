// expect: refuted
// flags: --infer-requires
// under: none
// finding: unordered-flag confirmed error A
// The lock orders nothing without fences, and a block of one thread would need no lock.
__global__ void locked(int* mutex, int* counter, int times) {
  for (int i = 0; i < times; i++) {
    while (atomicCAS(mutex, 0, 1) != 0) {}
    (*counter)++; /*A*/
    atomicExch(mutex, 0);
  }
}
