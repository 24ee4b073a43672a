// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// more: yes
// It is given back before it is read.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

// One buffer for a tile, given back by an arrive.
__global__ void tile_buffer(float* out, const float* in, int tiles) {
  __shared__ float buffer[64];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      if (tile != blockIdx.x) bar_sync(2, 64);
      buffer[lane] = in[tile * 64 + lane]; /*A*/
      buffer[32 + lane] = in[tile * 64 + 32 + lane]; /*A*/
      bar_arrive(1, 64);
    }
  } else {
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      bar_sync(1, 64);
      if (tile + gridDim.x < tiles) bar_arrive(2, 64);
      out[tile * 32 + lane] = buffer[63 - lane] + buffer[lane ^ 1]; /*B*/
    }
  }
}
