// One thread takes the lock for its block: nobody who waits for it is missed at the barriers.
// expect: verified
__global__ void add(int* lock, int* total, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x < n) atomicAdd(&total[threadIdx.x], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
