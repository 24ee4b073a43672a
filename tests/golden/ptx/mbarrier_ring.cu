// A ring of mbarriers: full[i] and empty[i] per stage, phases told apart by parity.
// expect: verified
// arch: sm_90
// flags: --param param_2=50
__device__ __forceinline__ unsigned address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(unsigned long long* b, int n) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(b)), "r"(n) : "memory");
}
__device__ __forceinline__ void arrive(unsigned long long* b) {
  asm volatile("{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(address(b)) : "memory");
}
__device__ __forceinline__ void wait(unsigned long long* b, int parity) {
  asm volatile("{\n .reg .pred done;\nAGAIN:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               " @done bra DONE;\n bra AGAIN;\nDONE:\n}" ::"r"(address(b)), "r"(parity) : "memory");
}

constexpr int stages = 3;

__global__ void __launch_bounds__(64) mbarrier_ring(const float* in, float* out, int n) {
  __shared__ float s[stages][32];
  __shared__ unsigned long long full[stages], empty[stages];
  int t = threadIdx.x, lane = t % 32;
  if (t == 0)
    for (int i = 0; i < stages; ++i) {
      init(&full[i], 32);
      init(&empty[i], 32);
    }
  __syncthreads();
  if (t < 32) {
    for (int i = 0; i < n; ++i) {
      int stage = i % stages, round = i / stages;
      wait(&empty[stage], (round + 1) % 2);
      s[stage][lane] = in[32 * i + lane];
      arrive(&full[stage]);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int stage = i % stages, round = i / stages;
      wait(&full[stage], round % 2);
      sum += s[stage][31 - lane];
      arrive(&empty[stage]);
    }
    out[lane] = sum;
  }
}
