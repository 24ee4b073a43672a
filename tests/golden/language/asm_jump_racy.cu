// expect: refuted
// finding: race confirmed error S S
// arch: sm_90
// One thread too few jumps over a store.
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void __launch_bounds__(64) halves(int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  asm volatile("{\n.reg .pred p;\nsetp.ge.s32 p, %0, 33;\n@p bra.uni DONE;\nst.shared.b32 [%1], %0;\nDONE:\n}" /*S*/
               ::"r"(t), "r"(at(&s[t % 32])) : "memory"); /*S*/
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[t % 32];
}
