// The others try to take the lock, and do not come to the barrier of the one who holds it.
// expect: unknown
// unknown: A a barrier while a lock is held
__global__ void count(int* total) {
  __shared__ int lock;
  if (threadIdx.x == 0) lock = 0;
  __syncthreads();
  while (true) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      /*A*/ __syncthreads();
      atomicExch(&lock, 0);
      break;
    }
  }
}
