// expect: refuted
// finding: race confirmed error A A
// Both blocks of a cluster write its row.
__device__ unsigned cluster() {
  unsigned id;
  asm volatile("mov.u32 %0, %clusterid.x;" : "=r"(id));
  return id;
}
__device__ unsigned clusters() {
  unsigned n;
  asm volatile("mov.u32 %0, %nclusterid.x;" : "=r"(n));
  return n;
}
__global__ void __cluster_dims__(2, 1, 1) rows(const float *in, float *out, int n) {
  for (int row = cluster(); row < n; row += clusters())
    out[row * 256 + threadIdx.x] = in[blockIdx.x]; /*A*/
}
void host(const float *in, float *out, int n) { rows<<<16, 128>>>(in, out, n); }
