// expect: refuted
// flags: --block 128
// finding: deadlock confirmed error S S
// 96 threads are waited for, 64 come.
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
    bar_sync(1, 96);
    out[t] = half[63 - t]; /*B*/
  } else {
    out[t] = in[t] * 2.0f;
  }
}
