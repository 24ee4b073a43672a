// expect: verified
// An operand that the assembly lacks, in a branch that no instance takes: nvcc never looks at it.
template <bool HINT> __device__ void touch(int* at) {
  if constexpr (HINT) {
    asm volatile("prefetch.global.L2::evict_last [%0], %2;" : : "l"(at), "r"(1));
  } else {
    *at = 1;
  }
}

__global__ void k(int* out) { touch<false>(out + blockIdx.x * blockDim.x + threadIdx.x); }
