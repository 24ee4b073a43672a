// expect: unknown
// unknown: A a barrier while a lock is held
__global__ void pass(int* x) {
  __shared__ int lock, a[64];
  if (threadIdx.x == 0) lock = 0;
  __syncthreads();
  a[threadIdx.x] = x[threadIdx.x];
  while (atomicExch(&lock, 1) != 0)
    ;
  /*A*/ __syncwarp();
  atomicExch(&lock, 0);
  x[threadIdx.x] = a[threadIdx.x ^ 1];
}
