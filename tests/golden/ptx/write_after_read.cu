// The next transfer begins before the last value has been read.
// expect: refuted
// finding: race confirmed error R W
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(64) write_after_read(const float* in, float* out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 16; ++i) {
      if (i > 0) sync(2, 64);
      s[lane] = in[32 * i + lane]; /*W*/
      arrive(1, 64);
    }
  } else {
    for (int i = 0; i < 16; ++i) {
      sync(1, 64);
      if (i < 15) arrive(2, 64);
      out[32 * i + lane] = s[31 - lane]; /*R*/
    }
  }
}
