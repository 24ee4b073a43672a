// One warp writes, another reads, once.
// expect: verified
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(64) one_shot(const float* in, float* out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    s[lane] = in[lane];
    arrive(1, 64);
  } else {
    sync(1, 64);
    out[lane] = s[31 - lane];
  }
}
