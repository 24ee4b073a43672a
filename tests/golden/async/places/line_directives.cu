// expect: refuted
// more: yes
// arch: sm_90a
// Generated code: both statements stand at gen.py:7:3, and no fence is between them.
__global__ void __launch_bounds__(32) generated(float* out, const float* in) {
  __shared__ alignas(128) float buf[32];
#line 7 "gen.py"
  buf[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
#line 7 "gen.py"
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;"
               ::"l"(out + blockIdx.x * 32), "r"((unsigned)__cvta_generic_to_shared(buf)) : "memory");
}
