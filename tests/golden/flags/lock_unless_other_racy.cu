// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// A number that the lock never holds keeps nobody out; nor does one that only frees it.
__global__ void never(int* lock, int* n) {
  while (atomicExch(lock, 1) == 2) {}
  __threadfence();
  /*A*/ (*n)++;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void free_only(int* lock, int* n) {
  while (atomicExch(lock, 1) == 0) {}
  __threadfence();
  /*B*/ (*n)++;
  __threadfence();
  atomicExch(lock, 0);
}

void host(int* lock, int* n) {
  never<<<4, 1>>>(lock, n);
  free_only<<<4, 1>>>(lock, n);
}
