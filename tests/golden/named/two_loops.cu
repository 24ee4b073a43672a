// expect: verified
// flags: --block 64 --grid 1
// Two streams, one after the other, of lengths that have nothing to do with each other.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

__global__ void two_streams(float* out, const float* in, const float* more, int n, int m) {
  __shared__ float buf[32];
  int lane = threadIdx.x % 32;
  float sum = 0;
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      bar_sync(1, 64);
      buf[lane] = in[k * 32 + lane];
      bar_arrive(2, 64);
    }
  } else {
    for (int k = 0; k < n; k++) {
      bar_arrive(1, 64);
      bar_sync(2, 64);
      sum += buf[31 - lane];
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = 0; k < m; k++) {
      bar_sync(1, 64);
      buf[lane] = more[k * 32 + lane]; /*A*/
      bar_arrive(2, 64);
    }
  } else {
    for (int k = 0; k < m; k++) {
      bar_arrive(1, 64);
      bar_sync(2, 64);
      sum += buf[31 - lane]; /*B*/
    }
    out[lane] = sum;
  }
}
