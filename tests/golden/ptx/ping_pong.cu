// Two groups of consumers take turns at the data of one producer.
// expect: verified
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(160) ping_pong(const float* in, float* out) {
  __shared__ float s[2][64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 4) {
    for (int i = 0; i < 32; ++i) {
      int group = i % 2;
      if (i >= 2) sync(3 + group, 96);
      s[group][lane] = in[64 * i + lane];
      s[group][lane + 32] = in[64 * i + lane + 32];
      arrive(1 + group, 96);
    }
  } else {
    int group = warp / 2, t = threadIdx.x % 64;
    float sum = 0;
    for (int i = group; i < 32; i += 2) {
      sync(1 + group, 96);
      sum += s[group][63 - t];
      if (i + 2 < 32) arrive(3 + group, 96);
    }
    out[threadIdx.x] = sum;
  }
}
