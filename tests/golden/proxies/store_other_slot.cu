// expect: verified
// flags: --block 128
// arch: sm_90
// Two slots; one store may be under way while the other slot is filled.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void bulk_store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

__global__ void __launch_bounds__(128) rows(float* out, const float* in, int n) {
  __shared__ alignas(128) float tile[2][128];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t == 0) bulk_wait_read<1>();
    __syncthreads();
    tile[k % 2][t] = 2 * in[k * 128 + t];
    fence();
    __syncthreads();
    if (t == 0) {
      bulk_store(out + k * 128, tile[k % 2], 512);
      bulk_commit();
    }
  }
}
