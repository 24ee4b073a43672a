// The producer signals the next round before the consumer of this one is known to have left.
// expect: refuted
// finding: recycling confirmed error A|S A|S
// more: yes
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }

__global__ void __launch_bounds__(96) early_arrival(const float* in, float* out) {
  __shared__ float s[2][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (warp == 0) {
    s[0][lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory"); /*A*/
    s[1][lane] = in[32 + lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory"); /*A*/
  } else if (warp == 1) {
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*S*/
    out[lane] = s[0][31 - lane];
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*S*/
    out[lane + 32] = s[1][31 - lane];
  }
}
