// expect: verified
// flags: --block 64 --grid 1
// finding: exited-threads confirmed warning X
// finding: exited-threads confirmed warning Y
// The producer returns; those who stay wait for nobody but themselves.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void stream(float* out, const float* in, int n) {
  __shared__ float buf[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      bar_sync(2, 64);
      buf[lane] = in[k * 32 + lane];
      bar_arrive(1, 64);
    }
    return;
  }
  float sum = 0;
  for (int k = 0; k < n; k++) {
    bar_arrive(2, 64);
    bar_sync(1, 64);
    sum += buf[31 - lane];
  }
  __syncthreads(); /*X*/
  buf[lane] = sum;
  __syncthreads(); /*Y*/
  out[lane] = buf[31 - lane];
}
