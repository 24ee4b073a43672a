// expect: verified
// flags: --block 64 --grid 1
// The stage is a counter that wraps.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define S 3

__global__ void ring(float* out, const float* in, int n) {
  __shared__ float slots[S][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    int stage = 0;
    for (int k = 0; k < n; k++) {
      if (k >= S) bar_sync(S + stage, 64);
      slots[stage][lane] = in[k * 32 + lane]; /*A*/
      bar_arrive(stage, 64);
      if (++stage == S) stage = 0;
    }
  } else {
    int stage = 0;
    for (int k = 0; k < n; k++) {
      bar_sync(stage, 64);
      out[k * 32 + lane] = slots[stage][31 - lane]; /*B*/
      if (k + S < n) bar_arrive(S + stage, 64);
      stage = stage == S - 1 ? 0 : stage + 1;
    }
  }
}
