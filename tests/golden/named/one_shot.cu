// expect: verified
// flags: --block 64 --grid 1
// One warp hands a tile to another, once.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void hand_over(float* out, const float* in) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane]; /*A*/
    bar_arrive(3, 64);
  } else {
    bar_sync(3, 64);
    out[lane] = tile[lane ^ 1]; /*B*/
  }
}
