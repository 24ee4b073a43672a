// expect: refuted
// finding: race possible error A A
// Only a lock that holds neither number at the launch lets all in: that is not known.
__global__ void count(int* lock, int* n) {
  while (atomicCAS(lock, 0, 1) == 1) {}
  __threadfence();
  /*A*/ (*n)++;
  __threadfence();
  atomicExch(lock, 0);
}

void host(int* lock, int* n) { count<<<4, 1>>>(lock, n); }
