// expect: verified
__global__ void __launch_bounds__(64) watch(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  unsigned at = (unsigned)__cvta_generic_to_shared(&flag);
  if (threadIdx.x == 0) asm volatile("st.relaxed.cta.shared.s32 [%0], %1;" ::"r"(at), "r"(7) : "memory");
  int v;
  asm volatile("ld.relaxed.cta.shared.s32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
  out[64 * blockIdx.x + threadIdx.x] = v;
}
