// expect: unknown
// unknown: F .shared::cta
// flags: --cluster 2,1,1 --grid 64
// arch: sm_90a
// Each thread writes a word of the other block's row, which that block stores in bulk: the fence is of the block's own shared
// memory alone.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) turned(float* out, const float* in) {
  __shared__ alignas(128) float row[128];
  int t = threadIdx.x;
  unsigned rank, there;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(&row[t])), "r"(rank ^ 1));
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(there), "f"(in[blockIdx.x * 128 + t]) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); /*F*/
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + blockIdx.x * 128), "r"((unsigned)__cvta_generic_to_shared(row)) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
