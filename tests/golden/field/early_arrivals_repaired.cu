// expect: verified
// origin: flashinfer 4732
// flags: --block 64 --grid 1
// Two ids in turn, by the parity of the tile.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define DONE(k) (3 + (k) % 2)

// Consumers say that they have done with a tile; producers wait for that before they fill the next.
__global__ void early_arrivals(float* out, const float* in, int tiles) {
  __shared__ float tile[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < tiles; k++) {
      if (k >= 2) bar_sync(DONE(k), 64);
      tile[k % 2][lane] = in[k * 32 + lane];
      bar_arrive(1 + k % 2, 64);
    }
  } else {
    for (int k = 0; k < tiles; k++) {
      bar_sync(1 + k % 2, 64);
      out[k * 32 + lane] = tile[k % 2][31 - lane];
      if (k + 2 < tiles) bar_arrive(DONE(k), 64);
    }
  }
}
