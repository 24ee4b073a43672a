// expect: verified
// flags: --block 128 --grid 1
// Two of four warps meet at a barrier of their own.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void subset(float* out, const float* in) {
  __shared__ float half[64];
  int t = threadIdx.x;
  if (t < 64) {
    half[t] = in[t]; /*A*/
    bar_sync(1, 64);
    out[t] = half[63 - t]; /*B*/
  } else {
    out[t] = in[t] * 2.0f;
  }
}
