// expect: unknown
// unknown: R without fence.acq_rel.cluster
// flags: --block 160
// Nothing releases the mbarriers that are initialised.
#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;
__device__ uint32_t address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void init(uint64_t *bar, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(bar)), "r"(count));
}
__device__ void arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(bar)) : "memory");
}
__device__ void expect(uint64_t *bar, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(bar)), "r"(bytes) : "memory");
}
__device__ void wait(uint64_t *bar, int parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(address(bar)), "r"(parity) : "memory");
}
__device__ void load(void *to, const void *from, int bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address(to)),
               "l"(from), "r"(bytes), "r"(address(bar)) : "memory");
}
constexpr int stages = 2, tile = 512;
__global__ void __cluster_dims__(2, 1, 1) prologue(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float ring[stages][tile];
  __shared__ uint64_t full[stages], empty[stages];
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      init(&full[s], 1);
      init(&empty[s], 128);
    }
  }
  asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); /*R*/
  const float *mine = in + static_cast<long long>(blockIdx.x) * tiles * tile;
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128)
      for (int k = 0; k < tiles; ++k) {
        const int s = k % stages;
        wait(&empty[s], (k / stages + 1) % 2);
        expect(&full[s], tile * 4);
        load(ring[s], mine + k * tile, tile * 4, &full[s]);
      }
  } else {
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
      const int s = k % stages;
      wait(&full[s], k / stages % 2);
      for (int i = threadIdx.x; i < tile; i += 128)
        sum += ring[s][i];
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      arrive(&empty[s]);
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
  }
  cluster.sync();
}
void host(float *in, float *out, int n) { prologue<<<64, 160>>>(in, out, n); }
