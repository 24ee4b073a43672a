// expect: verified
// flags: --block 64 --grid 1
// The consumer gives both buffers out before its loop; the producer takes them back at the end.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void peeled(float* out, const float* in, int n) {
  __shared__ float buf[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      bar_sync(2 + k % 2, 64);
      buf[k % 2][lane] = in[k * 32 + lane]; /*A*/
      bar_arrive(k % 2, 64);
    }
    bar_sync(2, 64);
    bar_sync(3, 64);
  } else {
    bar_arrive(2, 64);
    bar_arrive(3, 64);
    for (int k = 0; k < n; k++) {
      bar_sync(k % 2, 64);
      out[k * 32 + lane] = buf[k % 2][31 - lane]; /*B*/
      bar_arrive(2 + k % 2, 64);
    }
  }
}
