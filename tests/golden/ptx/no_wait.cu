// The consumer forgets to wait.
// expect: refuted
// finding: race confirmed error W R
// finding: leftover confirmed error A
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(64) no_wait(const float* in, float* out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    s[lane] = in[lane]; /*W*/
    asm volatile("bar.arrive 1, 64;" ::: "memory"); /*A*/
  } else {
    out[lane] = s[31 - lane]; /*R*/
  }
}
