// One thread starts bulk copies that report their bytes to an mbarrier; all wait for it.
// expect: verified
// arch: sm_90

__global__ void __launch_bounds__(64) bulk_copy(const float* in, float* out) {
  __shared__ alignas(16) float s[64];
  __shared__ unsigned long long full;
  unsigned to = (unsigned)__cvta_generic_to_shared(s), bar = (unsigned)__cvta_generic_to_shared(&full);
  int t = threadIdx.x;
  float sum = 0;
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;\n fence.mbarrier_init.release.cluster;" ::"r"(bar) : "memory");
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    if (t == 0) {
      asm volatile("{\n .reg .b64 state;\n mbarrier.arrive.expect_tx.shared.b64 state, [%0], 256;\n}" ::"r"(bar) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(to),
                   "l"(in + 64 * i), "r"(bar)
                   : "memory");
    }
    asm volatile("{\n .reg .pred done;\nAGAIN:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n @!done bra AGAIN;\n}" ::"r"(bar),
                 "r"(i % 2)
                 : "memory");
    sum += s[63 - t];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
  }
  out[t] = sum;
}
