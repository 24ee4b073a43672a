// expect: verified
// flags: --block 64 --grid 1
// The last tile is treated behind the loop, in the slot that the ring has come to.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void stream(float* out, const float* in, int n) {
  __shared__ float slots[3][32];
  int lane = threadIdx.x % 32;
  if (n < 1) return;
  if (threadIdx.x < 32) {
    for (int k = 0; k <= n; k++) {
      if (k >= 3) bar_sync(4 + k % 3, 64);
      slots[k % 3][lane] = in[k * 32 + lane]; /*A*/
      bar_arrive(1 + k % 3, 64);
    }
  } else {
    for (int k = 0; k < n; k++) {
      bar_sync(1 + k % 3, 64);
      out[k * 32 + lane] = slots[k % 3][31 - lane];
      if (k + 3 <= n) bar_arrive(4 + k % 3, 64);
    }
    bar_sync(1 + n % 3, 64);
    out[n * 32 + lane] = 2 * slots[n % 3][31 - lane]; /*B*/
  }
}
