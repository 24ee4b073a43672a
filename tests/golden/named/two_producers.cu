// expect: verified
// flags: --block 128 --grid 1
// finding: alignment confirmed warning S S
// Two producer warps and two consumer warps on one tile.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

// Two warps fill the halves of a tile, two warps use it.
__global__ void two_producers(float* out, const float* in, int n) {
  __shared__ float tile[64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    for (int k = 0; k < n; k++) {
      bar_sync(2, 128);
      tile[lane] = in[k * 64 + lane]; /*A*/
      bar_arrive(1, 128);
    }
    bar_sync(2, 128);
  } else if (warp == 1) {
    for (int k = 0; k < n; k++) {
      bar_sync(2, 128);
      tile[32 + lane] = in[k * 64 + 32 + lane]; /*B*/
      bar_arrive(1, 128);
    }
    bar_sync(2, 128);
  } else {
    bar_arrive(2, 128);
    for (int k = 0; k < n; k++) {
      bar_sync(1, 128);
      int t = threadIdx.x - 64;
      out[k * 64 + t] = tile[63 - t]; /*C*/
      bar_arrive(2, 128);
    }
  }
}
