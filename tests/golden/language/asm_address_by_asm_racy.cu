// expect: refuted
// flags: --block 32 --grid 1
// finding: race any error A B
// The address in shared memory as libraries ask for it, and a missing barrier.
__device__ unsigned shared_address(const void* at) {
  unsigned address;
  asm("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(address) : "l"(at));
  return address;
}
__global__ void reverse(float* out) {
  __shared__ float tile[32];
  asm volatile("st.shared.f32 [%0 + 4], %1;" ::"r"(shared_address(tile) + 4 * (threadIdx.x - 1)), "f"(2.0f) : "memory"); /*A*/
  out[threadIdx.x] = tile[31 - threadIdx.x]; /*B*/
}
