// expect: refuted
// flags: --block 64
// finding: deadlock confirmed error S
// The consumer counts from zero in every tile, the producer does not.
// more: yes
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define STAGES 2

// Every block takes tile after tile; the ring goes on from one to the next.
__global__ void persistent(float* out, const float* in, int tiles, int steps) {
  __shared__ float slots[STAGES][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    int it = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
      for (int k = 0; k < steps; k++, it++) {
        bar_sync(STAGES + it % STAGES, 64);
        slots[it % STAGES][lane] = in[(tile * steps + k) * 32 + lane]; /*A*/
        bar_arrive(it % STAGES, 64);
      }
    for (int s = 0; s < STAGES; s++)
      bar_sync(STAGES + s, 64);
  } else {
    for (int s = 0; s < STAGES; s++)
      bar_arrive(STAGES + s, 64);
    int it = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float sum = 0;
      it = 0;
      for (int k = 0; k < steps; k++) {
        bar_sync(it % STAGES, 64);
        sum += slots[it % STAGES][31 - lane]; /*B*/
        bar_arrive(STAGES + it % STAGES, 64);
        it++;
      }
      out[tile * 32 + lane] = sum;
    }
  }
}
