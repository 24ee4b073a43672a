// The arrive that the consumer waits for is not there.
// expect: refuted
// finding: deadlock confirmed error S
// more: yes
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(64) missing_arrive(const float* in, float* out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    s[lane] = in[lane];
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*S*/
    out[lane] = s[31 - lane];
  }
}
