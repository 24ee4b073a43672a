// expect: unknown
// flags: --block 128 --param param_3=3
// arch: sm_90a
// unknown: W not all warps of the warpgroup execute
// A whole warp, but not the warpgroup.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
// K-major, rows of 128 bytes swizzled in patterns of eight rows.
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 62;
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); /*M*/ }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); /*W*/ }
__device__ __forceinline__ void multiply(float (&d)[4], uint64_t a, uint64_t b, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(more));
}

__global__ void __launch_bounds__(128) matmul(float* out, const float4* a, const float4* b, int n) {
  __shared__ alignas(1024) float4 as[512], bs[64];
  __shared__ float row[128];
  int t = threadIdx.x;
  float d[4] = {};
  for (int i = 0; i < 4; i++)
    as[i * 128 + t] = a[i * 128 + t];
  if (t < 64) bs[t] = b[t];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t / 32 == 1) {
    row[t] = 1;
    wgmma_fence();
    multiply(d, descriptor(as), descriptor(bs), 0);
    wgmma_commit();
    wgmma_wait<0>();
  }
  out[blockIdx.x * 128 + t] = d[0];
}
