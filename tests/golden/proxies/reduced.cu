// expect: verified
// arch: sm_90a
// Blocks add tile after tile to the same sums by reductions in bulk: what one of them adds to a sum
// is one atomic operation, and a tile is written again when it has been read.
#include <cstdint>
__device__ uint32_t at(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void add_in_bulk(float *to, const float *from, int bytes) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" /*B*/
               ::"l"(to), "r"(at(from)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__global__ void __launch_bounds__(128) reduce(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[128];
  const int t = threadIdx.x;
  for (int k = blockIdx.x; k < n; k += gridDim.x) {
    tile[t] = 2 * in[k * 128 + t]; /*W*/
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      add_in_bulk(out, tile, 512);
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
void host(float *out, const float *in, int n) { reduce<<<16, 128>>>(out, in, n); }
