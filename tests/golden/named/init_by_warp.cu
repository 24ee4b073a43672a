// expect: verified
// arch: sm_90
// flags: --block 64
// finding: same-value-write confirmed warning A A
// All lanes of a warp initialise the object, with one count.
__global__ void __launch_bounds__(64) init_by_warp(int* out) {
  __shared__ unsigned long long object;
  __shared__ int cells[64];
  unsigned at = (unsigned)__cvta_generic_to_shared(&object);
  if (threadIdx.x < 32)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(64) : "memory"); /*A*/
  __syncthreads();
  cells[threadIdx.x] = 1;
  asm volatile("{ .reg .b64 t; mbarrier.arrive.shared::cta.b64 t, [%0]; }" ::"r"(at) : "memory");
  asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra D; bra L; D: }"
               ::"r"(at), "r"(0) : "memory");
  out[threadIdx.x] = cells[63 - threadIdx.x];
}
