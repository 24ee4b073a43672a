// expect: verified
// Whatever the lock holds at the launch: who gets another number than the one that it stores has it.
__global__ void once(int* lock, int* n) {
  while (atomicExch(lock, 1) == 1) {}
  __threadfence();
  (*n)++;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void again(int* lock, int* n) {
  int got;
  do {
    got = atomicExch(lock, 2);
  } while (got > 0);
  __threadfence();
  (*n)++;
  __threadfence();
  atomicExch(lock, 0);
}

void host(int* lock, int* n) {
  once<<<4, 1>>>(lock, n);
  again<<<4, 1>>>(lock, n);
}
