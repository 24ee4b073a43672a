// expect: refuted
// finding: race confirmed error A T
// more: yes
// A barrier of the cluster does not wait for what threads add asynchronously: the mbarrier does.
#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;
__device__ uint32_t address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ uint32_t mapped(const void *p, uint32_t rank) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address(p)), "r"(rank));
  return there;
}
__device__ void init(uint64_t *bar, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(bar)), "r"(count)); /*I*/
}
__device__ void expect_at(uint64_t *bar, uint32_t rank, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], %1;" ::"r"(mapped(bar, rank)), /*X*/
               "r"(bytes) : "memory");
}
__device__ void wait(uint64_t *bar, int parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n" /*W*/
               "@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(address(bar)), "r"(parity) : "memory");
}
__device__ void add(unsigned *to, unsigned value, uint64_t *bar, uint32_t rank) {
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(mapped(to, rank)), /*T*/
               "r"(value), "r"(mapped(bar, rank)) : "memory");
}
__global__ void __cluster_dims__(2, 1, 1) count(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned bins[128];
  __shared__ uint64_t full;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    init(&full, 1);
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  bins[threadIdx.x] = 0; /*Z*/
  cluster.sync();
  if (threadIdx.x == 0) expect_at(&full, cluster.block_rank(), 2 * 128 * 4);
  for (unsigned r = 0; r < 2; ++r)
    add(&bins[in[(blockIdx.x * 2 + r) * 128 + threadIdx.x] % 128], 1, &full, r);
  cluster.sync();
  out[blockIdx.x * 128 + threadIdx.x] = bins[threadIdx.x]; /*A*/
  cluster.sync();
}
void host(const unsigned *in, unsigned *out, int n) { count<<<16, 128>>>(in, out, n); }
