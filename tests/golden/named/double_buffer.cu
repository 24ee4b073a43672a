// expect: verified
// flags: --block 256 --grid 1
// Two buffers in turn, four warps on each side.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void two_buffers(float* out, const float* in, int n) {
  __shared__ float buf[2][128];
  int t = threadIdx.x % 128;
  if (threadIdx.x < 128) {
    for (int k = 0; k < n; k++) {
      if (k >= 2) bar_sync(3 + k % 2, 256);
      buf[k % 2][t] = in[k * 128 + t]; /*A*/
      bar_arrive(1 + k % 2, 256);
    }
  } else {
    for (int k = 0; k < n; k++) {
      bar_sync(1 + k % 2, 256);
      out[k * 128 + t] = buf[k % 2][127 - t]; /*B*/
      if (k + 2 < n) bar_arrive(3 + k % 2, 256);
    }
  }
}
