// expect: refuted
// flags: --block 64
// finding: deadlock confirmed error S S
// The first loop does not give its slots back.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void stream(float* out, const float* in, int masked, int n) {
  __shared__ float slots[3][32];
  int lane = threadIdx.x % 32, stage = 0;
  if (masked < 0 || masked > n) return;
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      bar_sync(4 + stage, 64);
      slots[stage][lane] = in[k * 32 + lane];
      bar_arrive(1 + stage, 64);
      if (++stage == 3) stage = 0;
    }
  } else {
    float sum = 0;
    int k = 0;
    for (; k < masked; k++) {
      bar_sync(1 + stage, 64);
      sum += lane <= k ? slots[stage][31 - lane] : 0.0f;
      if (++stage == 3) stage = 0;
    }
    for (; k < n; k++) {
      bar_arrive(4 + stage, 64);
      bar_sync(1 + stage, 64);
      sum += slots[stage][31 - lane];
      if (++stage == 3) stage = 0;
    }
    out[lane] = sum;
  }
}
