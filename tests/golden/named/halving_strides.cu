// expect: verified
// flags: --block 64 --grid 1
// A warp hands its sums over to another one, which halves them; strides are a sequence of their own.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void halving(float* out, const float* in) {
  __shared__ float sums[64];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    sums[lane] = in[lane]; /*A*/
    sums[32 + lane] = in[32 + lane];
    bar_arrive(1, 64);
  } else {
    bar_sync(1, 64);
    for (int d = 32; d > 0; d /= 2) {
      if (lane < d) sums[lane] += sums[lane + d]; /*B*/
      __syncwarp();
    }
    if (lane == 0) out[0] = sums[0];
  }
}
