// expect: refuted
// flags: --block 96
// finding: race confirmed error C D
// The other warp may not have written its sums yet.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define STAGES 2

// A ring that goes on from tile to tile; the two consumer warps exchange their sums behind each.
__global__ void exchange(float* out, const float* in, int tiles, int steps) {
  __shared__ float slots[STAGES][32];
  __shared__ float sums[64];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    int it = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
      for (int k = 0; k < steps; k++, it++) {
        bar_sync(STAGES + it % STAGES, 96);
        slots[it % STAGES][lane] = in[(tile * steps + k) * 32 + lane]; /*A*/
        bar_arrive(it % STAGES, 96);
      }
    for (int s = 0; s < STAGES; s++)
      bar_sync(STAGES + s, 96);
  } else {
    for (int s = 0; s < STAGES; s++)
      bar_arrive(STAGES + s, 96);
    int it = 0;
    int t = threadIdx.x - 32;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float sum = 0;
      for (int k = 0; k < steps; k++) {
        bar_sync(it % STAGES, 96);
        sum += slots[it % STAGES][31 - lane]; /*B*/
        bar_arrive(STAGES + it % STAGES, 96);
        it++;
      }
      sums[t] = sum; /*C*/
      out[tile * 64 + t] = sums[63 - t]; /*D*/
      bar_sync(5, 64);
    }
  }
}
