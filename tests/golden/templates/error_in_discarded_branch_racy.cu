// expect: refuted
// finding: race confirmed error A A
template <bool HINT> __device__ void touch(int* at) {
  if constexpr (!HINT) {
    *at = threadIdx.x; /*A*/
  } else if constexpr (sizeof(int) == 4) {
    asm volatile("prefetch.global.L2::evict_last [%0], %2;" : : "l"(at), "r"(1));
  }
}

__global__ void k(int* out) { touch<false>(out + threadIdx.x / 2); }
