// expect: verified
// flags: --block 64 --grid 1
// A producer and a consumer share one buffer, for any number of tiles.
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
      if (k > 0) bar_sync(2, 64);
      buf[lane] = in[k * 32 + lane]; /*A*/
      bar_arrive(1, 64);
    }
  } else {
    for (int k = 0; k < n; k++) {
      bar_sync(1, 64);
      out[k * 32 + lane] = buf[31 - lane]; /*B*/
      if (k + 1 < n) bar_arrive(2, 64);
    }
  }
}
