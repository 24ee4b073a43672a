// expect: refuted
// flags: --block 160 --param param_2=5
// arch: sm_90
// finding: deadlock confirmed error Z
// more: yes
// One block of a cluster loads each tile into both: its slot is free when the threads of both have read it.
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
__device__ void arrive_at(uint64_t *bar, uint32_t rank) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapped(bar, rank)) : "memory"); /*R*/
}
__device__ void expect_at(uint64_t *bar, uint32_t rank, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], %1;" ::"r"(mapped(bar, rank)), /*X*/
               "r"(bytes) : "memory");
}
__device__ void wait(uint64_t *bar, int parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n" /*W*/
               "@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(address(bar)), "r"(parity) : "memory"); /*Z*/
}
__device__ void load(void *to, const void *from, int bytes, uint64_t *bar, uint16_t blocks) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" :: /*L*/
                   "r"(address(to)), "l"(from), "r"(bytes), "r"(address(bar)), "h"(blocks) : "memory");
}
constexpr int stages = 2, tile = 512;
__global__ void __cluster_dims__(2, 1, 1) leader /*S*/ (const float *in, float *out, int tiles) {
  __shared__ alignas(128) float ring[stages][tile];
  __shared__ uint64_t full[stages], empty[stages];
  auto cluster = cg::this_cluster();
  const uint32_t rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      init(&full[s], 1);
      init(&empty[s], 2 * 128);
    }
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  cluster.sync();
  const float *mine = in + static_cast<long long>(blockIdx.x / 2) * tiles * tile;
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128 && rank == 0)
      for (int k = 0; k < tiles; ++k) {
        const int s = k % stages;
        wait(&empty[s], (k / stages + 1) % 2);
        expect_at(&full[s], 0, tile * 4);
        expect_at(&full[s], 1, tile * 4);
        load(ring[s], mine + k * tile, tile * 4, &full[s], 1);
      }
  } else {
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
      const int s = k % stages;
      wait(&full[s], k / stages % 2);
      for (int i = threadIdx.x; i < tile; i += 128)
        sum += ring[s][i]; /*A*/
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      arrive_at(&empty[s], 0);
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
  }
  cluster.sync();
} /*E*/
void host(float *in, float *out, int n) { leader<<<64, 160>>>(in, out, n); }
