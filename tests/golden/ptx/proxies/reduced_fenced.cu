// expect: verified
// arch: sm_90
// .. behind a fence of all of memory.
__global__ void __launch_bounds__(128) reduce(float* out, const float* in) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  tile[t] = 2 * in[t];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 512;" ::"l"(out), "r"(static_cast<unsigned>(__cvta_generic_to_shared(tile))) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
