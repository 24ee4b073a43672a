// expect: verified
// flags: --block 64
// Tiles as one loop with their steps.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define STAGES 3

// The stage is a counter that wraps and goes on from tile to tile.
__global__ void stages(float* out, const float* in, int tiles, int steps) {
  __shared__ float slots[STAGES][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    int stage = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
      for (int k = 0; k < steps; k++) {
        bar_sync(STAGES + stage, 64);
        slots[stage][lane] = in[(tile * steps + k) * 32 + lane]; /*A*/
        bar_arrive(stage, 64);
        if (++stage == STAGES) stage = 0;
      }
    for (int s = 0; s < STAGES; s++)
      bar_sync(STAGES + s, 64);
  } else {
    for (int s = 0; s < STAGES; s++)
      bar_arrive(STAGES + s, 64);
    int stage = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float sum = 0;
      for (int k = 0; k < steps; k++) {
        bar_sync(stage, 64);
        sum += slots[stage][31 - lane]; /*B*/
        bar_arrive(STAGES + stage, 64);
        stage = stage == STAGES - 1 ? 0 : stage + 1;
      }
      out[tile * 32 + lane] = sum;
    }
  }
}
