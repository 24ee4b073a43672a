// expect: refuted
// finding: racy-guess any warning R C
// finding: racy-guess any warning S D
// finding: race any error S W
// finding: race any error D W
// Guesses in kernels with barriers that have ids: in 'handed' a warning, in 'late' a plain write besides.
__device__ __forceinline__ void arrive() { asm volatile("bar.arrive 1, 64;" ::: "memory"); }
__device__ __forceinline__ void wait() { asm volatile("bar.sync 1, 64;" ::: "memory"); }
__global__ void __launch_bounds__(64) handed(int *out) {
  __shared__ int cell;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) cell = 0;
    __syncwarp();
    arrive();
  } else {
    wait();
    int old = cell, assumed; /*R*/
    do {
      assumed = old;
      old = atomicCAS(&cell, assumed, assumed * 3 + 1); /*C*/
    } while (assumed != old);
  }
}
__global__ void __launch_bounds__(64) late(int *out) {
  __shared__ int cell;
  if (threadIdx.x < 32) {
    arrive();
    if (threadIdx.x == 0) cell = 0; /*W*/
  } else {
    wait();
    int old = cell, assumed; /*S*/
    do {
      assumed = old;
      old = atomicCAS(&cell, assumed, assumed * 3 + 1); /*D*/
    } while (assumed != old);
  }
}
