// expect: refuted
// finding: race confirmed error A L
// more: yes
// assumes: clusterDim = (2, 2, 1) (launch at
// assumes: whatever scope they name
// flags: --tensor-map a=16x16xf32 --tensor-map b=16x16xf32
// Tiles of `b` have one slot less than those of `a`.
#include <cooperative_groups.h>
#include <cstdint>
#include <cuda.h>
namespace cg = cooperative_groups;
__device__ uint32_t address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
// As wrappers around the instructions have them: the address is mapped and used in one statement.
__device__ void arrive_at(uint64_t *bar, uint32_t rank) {
  asm volatile("{\n.reg .b32 there;\nmapa.shared::cluster.u32 there, %0, %1;\n"
               "mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(address(bar)), "r"(rank) : "memory");
}
__device__ void wait(uint64_t *bar, int parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(address(bar)), "r"(parity) : "memory");
}
__device__ void load(void *to, const CUtensorMap *map, int x, int y, uint64_t *bar, uint16_t blocks) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%4, %5}], [%2], %3;" :: /*L*/
                   "r"(address(to)), "l"(map), "r"(address(bar)), "h"(blocks), "r"(x), "r"(y) : "memory");
}
constexpr int stages = 3, rows = 32, columns = 16;
__global__ void tiles(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float *out, int n) {
  __shared__ alignas(128) float as[stages][rows * columns], bs[stages - 1][rows * columns];
  __shared__ uint64_t full[stages], empty[stages];
  auto cluster = cg::this_cluster();
  const uint32_t x = cluster.block_index().x, y = cluster.block_index().y, rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address(&full[s])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&empty[s])), "r"(3 * 2));
    }
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  cluster.sync();
  if (threadIdx.x >= 64) {
    if (threadIdx.x == 64)
      for (int k = 0; k < n; ++k) {
        const int s = k % stages;
        wait(&empty[s], (k / stages + 1) % 2);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&full[s])),
                     "r"(2 * rows * columns * 4) : "memory");
        // half of a tile of `a` for the blocks of this row, half of one of `b` for those of this column
        load(as[s] + x * (rows / 2 * columns), &a, k * columns, blockIdx.y * rows + x * (rows / 2), &full[s], 3 << 2 * y);
        load(bs[k % (stages - 1)] + y * (rows / 2 * columns), &b, k * columns, blockIdx.x * rows + y * (rows / 2), &full[s], 5 << x);
      }
  } else {
    float sum = 0;
    for (int k = 0; k < n; ++k) {
      const int s = k % stages;
      wait(&full[s], k / stages % 2);
      for (int i = threadIdx.x; i < rows * columns; i += 64)
        sum += as[s][i] * bs[k % (stages - 1)][i]; /*A*/
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncwarp();
      if (threadIdx.x % 32 == 0) { // the block itself, that beside it, and that above or below
        arrive_at(&empty[s], rank);
        arrive_at(&empty[s], rank ^ 1);
        arrive_at(&empty[s], rank ^ 2);
      }
    }
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = sum;
  }
  cluster.sync();
}
void host(CUtensorMap a, CUtensorMap b, float *out, int n) {
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim = {2, 2, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(8, 8);
  config.blockDim = dim3(96);
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, tiles, a, b, out, n);
}
