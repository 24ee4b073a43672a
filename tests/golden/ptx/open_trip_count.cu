// How often the loops run is not known.
// expect: unknown
// unknown: L whether this branch is taken depends on parameter
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(64) open_trip_count(const float* in, float* out, int n) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  for (int i = 0; i < n; ++i) { /*L*/
    if (threadIdx.x < 32) {
      s[lane] = in[32 * i + lane];
      arrive(1, 64);
      sync(2, 64);
    } else {
      sync(1, 64);
      out[32 * i + lane] = s[31 - lane];
      arrive(2, 64);
    }
  }
}
