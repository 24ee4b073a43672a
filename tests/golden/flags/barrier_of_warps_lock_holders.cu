// One lane of each warp takes the lock: of two warps the second does not come to the barrier.
// expect: unknown
// unknown: A a barrier while a lock is held
// unknown: B a barrier while a lock is held
// unknown: C a barrier while a lock is held
__global__ void lanes(int* lock, int* total) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  /*A*/ __syncthreads();
  if (threadIdx.x % 32 == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void warps(int* lock, int* total) {
  if (threadIdx.x >> 5 == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  /*B*/ __syncthreads();
  if (threadIdx.x >> 5 == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void rows(int* lock, int* total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  /*C*/ __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
  atomicAdd(&total[threadIdx.y], 1);
}
