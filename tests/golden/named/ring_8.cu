// expect: verified
// flags: --block 64 --grid 1 -D STAGES=8
// A ring of 8 slots, each with a barrier for full and one for empty.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#ifndef STAGES
#define STAGES 4
#endif

__global__ void ring(float* out, const float* in, int n) {
  __shared__ float slots[STAGES][32];
  const int full = 0, empty = STAGES;
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      if (k >= STAGES) bar_sync(empty + k % STAGES, 64);
      slots[k % STAGES][lane] = in[k * 32 + lane]; /*A*/
      bar_arrive(full + k % STAGES, 64);
    }
  } else {
    for (int k = 0; k < n; k++) {
      bar_sync(full + k % STAGES, 64);
      out[k * 32 + lane] = slots[k % STAGES][31 - lane]; /*B*/
      if (k + STAGES < n) bar_arrive(empty + k % STAGES, 64);
    }
  }
}
