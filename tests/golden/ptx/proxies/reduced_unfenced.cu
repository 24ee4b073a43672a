// expect: refuted
// arch: sm_90
// finding: proxy confirmed error W B
// A reduction in bulk reads shared memory as a store does.
__global__ void __launch_bounds__(128) reduce(float* out, const float* in) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  tile[t] = 2 * in[t]; /*W*/
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 512;" ::"l"(out), "r"(static_cast<unsigned>(__cvta_generic_to_shared(tile))) : "memory"); /*B*/
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
