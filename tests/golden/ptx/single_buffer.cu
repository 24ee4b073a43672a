// One buffer, filled and emptied in a loop: barrier 1 says full, barrier 2 says empty.
// expect: verified
// flags: --param param_2=100
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(64) single_buffer(const float* in, float* out, int n) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      sync(2, 64);
      s[lane] = in[32 * i + lane];
      arrive(1, 64);
    }
  } else {
    float sum = 0;
    arrive(2, 64);
    for (int i = 0; i < n; ++i) {
      sync(1, 64);
      sum += s[31 - lane];
      if (i + 1 < n) arrive(2, 64);
    }
    out[lane] = sum;
  }
}
