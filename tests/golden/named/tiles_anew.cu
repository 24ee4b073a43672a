// expect: verified
// flags: --block 64
// A prologue and an epilogue in each tile.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define STAGES 3

// Stages are counted anew in each tile; all threads meet behind it.
__global__ void anew(float* out, const float* in, int tiles, int steps) {
  __shared__ float slots[STAGES][32];
  int lane = threadIdx.x % 32;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    if (threadIdx.x < 32) {
      for (int k = 0; k < steps; k++) {
        if (k >= STAGES) bar_sync(1 + STAGES + k % STAGES, 64);
        slots[k % STAGES][lane] = in[(tile * steps + k) * 32 + lane]; /*A*/
        bar_arrive(1 + k % STAGES, 64);
      }
    } else {
      float sum = 0;
      for (int k = 0; k < steps; k++) {
        bar_sync(1 + k % STAGES, 64);
        sum += slots[k % STAGES][31 - lane]; /*B*/
        if (k + STAGES < steps) bar_arrive(1 + STAGES + k % STAGES, 64);
      }
      out[tile * 32 + lane] = sum;
    }
    __syncthreads();
  }
}
