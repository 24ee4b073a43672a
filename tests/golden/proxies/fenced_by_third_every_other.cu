// expect: refuted
// arch: sm_90
// finding: proxy confirmed error W B
// .. in every other iteration alone.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void bulk_store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory"); /*B*/
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

__global__ void __launch_bounds__(192) doubled(float* out, const float* in, int n) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t < 128) tile[t] = 2 * in[k * 128 + t]; /*W*/
    __syncthreads();
    if (t >= 160 && k % 2 == 0) proxy_fence();
    __syncthreads();
    if (t == 128) {
      bulk_store(out + k * 128, tile, 512);
      bulk_commit();
      bulk_wait_read<0>();
    }
    __syncthreads();
  }
}
