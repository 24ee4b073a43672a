// expect: refuted
// flags: --block 128 --param param_2=5
// arch: sm_90
// finding: race confirmed error S A
// Addresses by mapa, as code for the assembler has them: each block hands its row to the next.
#include <cstdint>
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;\n" ::: "memory");
}
__device__ uint32_t rank_in_cluster() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__global__ void __cluster_dims__(4, 1, 1) pass_on /*S*/ (const int *in, int *out, int steps) {
  __shared__ int row[2][128];
  const uint32_t next = (rank_in_cluster() + 1) % 4;
  const uint32_t here = static_cast<uint32_t>(__cvta_generic_to_shared(&row[0][threadIdx.x]));
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(next));
  int value = in[blockIdx.x * 128 + threadIdx.x];
  for (int s = 0; s < steps; ++s) {
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there + s % 2 * 512), "r"(value) : "memory"); /*A*/
    cluster_sync();
    value = row[s % 2][threadIdx.x]; /*B*/
  }
  out[blockIdx.x * 128 + threadIdx.x] = value;
}
void host(int *in, int *out, int n) { pass_on<<<16, 128>>>(in, out, n); }
