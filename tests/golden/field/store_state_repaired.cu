// expect: verified
// origin: MoonshotAI/FlashKDA 24
// flags: --block 128
// arch: sm_90
// The state is handed to a bulk store, behind a fence of every thread that wrote it.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void __launch_bounds__(128) store_state(float* out, const float* in, int n) {
  __shared__ alignas(128) float state[128];
  int t = threadIdx.x;
  state[t] = 0;
  for (int k = 0; k < n; k++) {
    state[t] = state[t] * 0.5f + in[k * 128 + t];
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + blockIdx.x * 128), "r"(at(state)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
