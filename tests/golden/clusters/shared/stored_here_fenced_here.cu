// expect: verified
// flags: --cluster 2,1,1 --grid 64
// arch: sm_90a
// Words are read from the other block; what is stored in bulk is written by the block itself, through a pointer that changes.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) own(float* out, const float* in, int n) {
  __shared__ alignas(128) float rows[4][128];
  int t = threadIdx.x;
  unsigned rank, there;
  float v;
  rows[0][t] = in[blockIdx.x * 128 + t];
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(&rows[0][t])), "r"(rank ^ 1));
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(there) : "memory");
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  float* row = rows[1];
  for (int i = 0; i < 2; i++) {
    row[t] = v + i;
    row += 128;
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + blockIdx.x * 128), "r"((unsigned)__cvta_generic_to_shared(rows[1])) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
