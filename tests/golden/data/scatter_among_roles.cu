// expect: refuted
// flags: --block 64 --assume "n >= 0"
// finding: race confirmed error A A
// Places come from the other role: any may meet, as far as is known. A small launch shows that they do with n = 3.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void scatter(float* out, const float* in, int n) {
  __shared__ int places[32];
  __shared__ float work[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    places[lane] = n == 3 ? 0 : lane;
    bar_arrive(1, 64);
  } else {
    bar_sync(1, 64);
    work[places[lane]] = in[lane]; /*A*/
    __syncwarp();
    out[lane] = work[lane];
  }
}
