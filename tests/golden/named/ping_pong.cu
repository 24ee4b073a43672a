// expect: verified
// flags: --block 256 --grid 1
// Two consumer groups alternate on one scratch array.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

// Two groups take turns at the matrix unit, as order barriers 1 and 2 say.
__global__ void ping_pong(float* out, const float* in, int n) {
  __shared__ volatile float work[128];
  int t = threadIdx.x % 128;
  if (threadIdx.x < 128) {
    for (int k = 0; k < n; k++) {
      bar_sync(1, 256);
      work[t] = in[k * 256 + t]; /*A*/
      out[k * 256 + t] = work[t] * 2.0f; /*B*/
      bar_arrive(2, 256);
    }
    bar_sync(1, 256);
  } else {
    bar_arrive(1, 256);
    for (int k = 0; k < n; k++) {
      bar_sync(2, 256);
      work[t] = in[k * 256 + 128 + t]; /*C*/
      out[k * 256 + 128 + t] = work[t] * 3.0f; /*D*/
      bar_arrive(1, 256);
    }
  }
}
