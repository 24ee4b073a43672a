// expect: verified
// flags: --block 128 --param param_2=5
// arch: sm_90
// Each block stores a row with the other one, whose mbarrier counts the bytes.
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
__device__ void store(float *to, float value, uint64_t *bar, uint32_t rank) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(mapped(to, rank)), /*T*/
               "r"(__float_as_int(value)), "r"(mapped(bar, rank)) : "memory");
}
__global__ void __cluster_dims__(2, 1, 1) pass_on(const float *in, float *out, int steps) {
  __shared__ float row[2][128];
  __shared__ uint64_t full[2];
  auto cluster = cg::this_cluster();
  const uint32_t rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    init(&full[0], 1);
    init(&full[1], 1);
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  cluster.sync();
  float value = in[blockIdx.x * 128 + threadIdx.x];
  for (int k = 0; k < steps; ++k) {
    if (threadIdx.x == 0) expect_at(&full[k % 2], rank, 128 * 4);
    store(&row[k % 2][127 - threadIdx.x], value, &full[k % 2], rank ^ 1);
    wait(&full[k % 2], k / 2 % 2);
    value += row[k % 2][threadIdx.x]; /*A*/
    cluster.sync();
  }
  out[blockIdx.x * 128 + threadIdx.x] = value;
  cluster.sync();
}
void host(const float *in, float *out, int n) { pass_on<<<16, 128>>>(in, out, n); }
