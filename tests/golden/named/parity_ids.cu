// expect: verified
// flags: --block 64 --grid 1
// finding: alignment confirmed warning S S
// Two buffers and two ids, by the parity of the iteration.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

// Two ids in turn, so that an early arrival for one tile is not taken for the tile before.
__global__ void in_turn(float* out, const float* in, int n) {
  __shared__ float buf[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      buf[k & 1][lane] = in[k * 32 + lane]; /*A*/
      if (k & 1) bar_sync(2, 64); else bar_sync(1, 64);
    }
  } else {
    for (int k = 0; k < n; k++) {
      if (k & 1) bar_sync(2, 64); else bar_sync(1, 64);
      out[k * 32 + lane] = buf[k & 1][31 - lane]; /*B*/
    }
  }
}
