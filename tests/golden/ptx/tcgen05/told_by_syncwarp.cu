// expect: verified
// flags: --block 32
// arch: sm_100a
// A warp reads the address that it has just allocated, as the example of the ISA does.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void __launch_bounds__(32) turned(float* out, const float* in) {
  __shared__ float word[32];
  __shared__ unsigned slot;
  int t = threadIdx.x;
  word[t] = in[t]; /*W*/
  __syncwarp();
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(at(&slot)) : "memory");
  unsigned d = slot;
  out[t] = word[31 - t]; /*R*/
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(d), "r"(t) : "memory");
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));
}
