// Shared memory through addresses of its own, without a barrier.
// expect: refuted
// flags: --block 128
// finding: race confirmed error A B
__device__ __forceinline__ unsigned shared_address(const void* p) {
  unsigned a;
  asm("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(a) : "l"(p));
  return a;
}
__device__ __forceinline__ void put(unsigned to, float v) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(to), "f"(v) : "memory"); /*A*/
}
__device__ __forceinline__ float get(unsigned from) {
  float v;
  asm volatile("ld.shared.f32 %0, [%1+4];" : "=f"(v) : "r"(from) : "memory"); /*B*/
  return v;
}

__global__ void neighbours(const float* in, float* out) {
  __shared__ float s[129];
  unsigned base = shared_address(s);
  put(base + 4 * threadIdx.x, in[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) put(base + 512, 0);

  out[blockIdx.x * 128 + threadIdx.x] = get(base + 4 * threadIdx.x);
}
