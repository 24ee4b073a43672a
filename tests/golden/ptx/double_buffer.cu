// Two buffers, so that the producer is one ahead.
// expect: verified
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(64) double_buffer(const float* in, float* out) {
  __shared__ float s[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 64; ++i) {
      if (i >= 2) sync(3 + i % 2, 64);
      s[i % 2][lane] = in[32 * i + lane];
      arrive(1 + i % 2, 64);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < 64; ++i) {
      sync(1 + i % 2, 64);
      sum += s[i % 2][31 - lane];
      if (i < 62) arrive(3 + i % 2, 64);
    }
    out[lane] = sum;
  }
}
