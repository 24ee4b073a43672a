// A ring of four stages; the barrier of a stage is computed.
// expect: verified
// flags: --param param_2=200
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

constexpr int stages = 4;

__global__ void __launch_bounds__(96) ring(const float* in, float* out, int n) {
  __shared__ float s[stages][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      int stage = i % stages;
      if (i >= stages) sync(8 + stage, 96);
      s[stage][lane] = in[32 * i + lane];
      arrive(1 + stage, 96);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int stage = i % stages;
      sync(1 + stage, 96);
      sum += s[stage][(lane + warp) % 32];
      if (i + stages < n) arrive(8 + stage, 96);
    }
    out[threadIdx.x] = sum;
  }
}
