// The producer does not wait for empty stages: a phase can pass before the consumer looks at it.
// expect: refuted
// arch: sm_90
// finding: lapped any error P|C P|C
// more: yes
__device__ __forceinline__ unsigned address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(unsigned long long* b, int n) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(b)), "r"(n) : "memory");
}
__device__ __forceinline__ void arrive(unsigned long long* b) {
  asm volatile(/*P*/ "{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(address(b)) : "memory");
}
__device__ __forceinline__ void wait(unsigned long long* b, int parity) {
  asm volatile(/*C*/ "{\n .reg .pred done;\nAGAIN:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               /*C*/ " @done bra DONE;\n bra AGAIN;\nDONE:\n}" ::"r"(address(b)), "r"(parity) : "memory");
}

__global__ void __launch_bounds__(64) mbarrier_lapped(const float* in, float* out) {
  __shared__ float s[2][32];
  __shared__ unsigned long long full;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) init(&full, 32);
  __syncthreads();
  if (t < 32) {
    for (int i = 0; i < 4; ++i) {
      s[i % 2][lane] = in[32 * i + lane];
      arrive(&full);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < 4; ++i) {
      wait(&full, i % 2);
      sum += s[i % 2][31 - lane];
    }
    out[lane] = sum;
  }
}
