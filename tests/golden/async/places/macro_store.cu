// expect: refuted
// finding: proxy confirmed error S
// arch: sm_90a
// A store and a bulk store at one place of the source, as all is that one macro makes: the store is a thread's all the same.
__global__ void __launch_bounds__(128) put(float* out, const float* in) {
  __shared__ alignas(128) float buf[128];
  int t = threadIdx.x;
#define PUT(value, ready)                                                                                              \
  do {                                                                                                                 \
    buf[t] = (value);                                                                                                  \
    ready;                                                                                                             \
    __syncthreads();                                                                                                   \
    if (t == 0) {                                                                                                      \
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + blockIdx.x * 128),       \
                   "r"((unsigned)__cvta_generic_to_shared(buf)) : "memory");                                           \
      asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");                           \
    }                                                                                                                  \
  } while (0)
  PUT(in[blockIdx.x * 128 + t], (void)0); /*S*/
}
