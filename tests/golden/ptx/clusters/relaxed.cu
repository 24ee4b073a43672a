// expect: verified
// flags: --block 64
// arch: sm_90
// An arrival that is relaxed releases what a fence of the cluster made known, and no more.
__global__ void __cluster_dims__(2, 1, 1) relaxed(const int *in, int *out) {
  __shared__ int own[64];
  asm volatile("barrier.cluster.arrive.relaxed.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
  own[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  asm volatile("fence.acq_rel.cluster;\n\tbarrier.cluster.arrive.relaxed.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
  const int *there;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(own + threadIdx.x), "r"(blockIdx.x % 2 ^ 1));
  out[blockIdx.x * 64 + threadIdx.x] = *there;
  asm volatile("fence.acq_rel.cluster;\n\tbarrier.cluster.arrive.relaxed.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}
void host(int *in, int *out) { relaxed<<<4, 64>>>(in, out); }
