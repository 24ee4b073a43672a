// As barrier_of_warps_lock_holders.cu, but in a block of one warp, at barriers of the warps alone, or
// by one thread of all.
// expect: verified
__global__ void __launch_bounds__(32) one_warp(int* lock, int* total) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void within_warps(int* lock, int* total) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncwarp();
  atomicAdd(&total[threadIdx.x % 32], 1);
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void first_of_first(int* lock, int* total) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0 && lane == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncthreads();
  if (warp == 0 && lane == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void first_of_rows(int* lock, int* total) {
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void first_by_number(int* lock, int* total) {
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  if (t == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
