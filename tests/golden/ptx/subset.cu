// Two of four warps meet at a barrier of their own.
// expect: verified
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(128) subset(float* out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 64) {
    sync(1, 64);
    out[t] = s[63 - t];
  } else {
    out[t] = s[t];
  }
}
