// expect: verified
// origin: deepseek-ai/FlashMLA 41, 57
// flags: --block 256 --grid 1
// The count that looked wrong is right.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

// Four warps produce a tile and go on, four warps wait for it: 128 threads arrive and 128 wait, so
// that 256 registrations complete the barrier.
__global__ void mla_tiles(float* out, const float* in, int tiles) {
  __shared__ float tile[128];
  int t = threadIdx.x % 128;
  if (threadIdx.x < 128) {
    for (int k = 0; k < tiles; k++) {
      bar_sync(2, 256);
      tile[t] = in[k * 128 + t];
      bar_arrive(1, 256);
    }
    bar_sync(2, 256);
  } else {
    bar_arrive(2, 256);
    for (int k = 0; k < tiles; k++) {
      bar_sync(1, 256);
      out[k * 128 + t] = tile[127 - t];
      bar_arrive(2, 256);
    }
  }
}
