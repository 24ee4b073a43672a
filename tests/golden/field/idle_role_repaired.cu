// expect: verified
// origin: vllm 26026
// flags: --block 64 --grid 1
// A role without work waits as the others do.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

// One warp loads, another computes; tiles without work are skipped by the loader.
__global__ void moe_tiles(float* out, const float* in, int tiles) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < tiles; k++) {
      bar_sync(2, 64);
      if (in[k] != 0.0f) tile[lane] = in[k * 32 + lane];
      bar_arrive(1, 64);
    }
    bar_sync(2, 64);
  } else {
    bar_arrive(2, 64);
    for (int k = 0; k < tiles; k++) {
      bar_sync(1, 64);
      out[k * 32 + lane] = tile[31 - lane];
      bar_arrive(2, 64);
    }
  }
}
