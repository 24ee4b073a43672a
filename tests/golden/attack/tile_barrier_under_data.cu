// expect: refuted
// flags: --block 96
// finding: deadlock confirmed error S
// finding: alignment any warning S S
// Only where in[0] == 3 do all warps meet after a tile: what the case of in[0] == 3 shows (a warning)
// says nothing of the other.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__global__ void roles(int* out, const int* in, int n, int m) {
  __shared__ int sums[64];
  __shared__ int slots[2][32];
  int lane = threadIdx.x % 32;
  int it = 0;
  if (threadIdx.x < 32) {
    for (int tile = 0; tile < m; ++tile) {
      for (int k = 0; k < n; k++, it++) {
        bar_sync(3 + it % 2, 96);
        slots[it % 2][lane] = in[(tile * n + k) * 32 + lane];
        bar_arrive(1 + it % 2, 96);
      }
      bar_sync(0, 96);
    }
    for (int s = 0; s < 2; s++)
      bar_sync(3 + s, 96);
  } else {
    int t = threadIdx.x - 32;
    for (int s = 0; s < 2; s++)
      bar_arrive(3 + s, 96);
    for (int tile = 0; tile < m; ++tile) {
      int sum = 0;
      for (int k = 0; k < n; k++, it++) {
        bar_sync(1 + it % 2, 96);
        sum += slots[it % 2][lane];
        bar_arrive(3 + it % 2, 96);
      }
      sums[t] = sum;
      bar_sync(9, 64);
      if (blockIdx.x == 0) out[tile * 64 + t] = sums[63 - t];
      bar_sync(9, 64);
      if (in[0] == 3) bar_sync(0, 96);
    }
  }
}
