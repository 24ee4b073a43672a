// expect: refuted
// arch: sm_90
// finding: proxy confirmed error W B
// The fence stands before the wait: what is still under way it does not cover.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void bulk_store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory"); /*B*/
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void copy_async(void* to, const void* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from) : "memory"); /*W*/
}
__device__ __forceinline__ void copies_done() { asm volatile("cp.async.wait_all;" ::: "memory"); }

__global__ void __launch_bounds__(128) copied(float* out, const float* in, int n) {
  __shared__ alignas(128) float tile[512];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    copy_async(tile + 4 * t, in + k * 512 + 4 * t);
    proxy_fence();
    copies_done();
    __syncthreads();
    if (t == 0) {
      bulk_store(out + k * 512, tile, 2048);
      bulk_commit();
      bulk_wait_read<0>();
    }
    __syncthreads();
  }
}
