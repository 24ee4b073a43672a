// expect: verified
// The same before a barrier that counts, and in a wait that gives up after too many tries.
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void checked(float* out, const int* in) {
  __shared__ float s[128];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) ptx::mbarrier_init(&full, 128);
  const int v = in[blockIdx.x * 128 + t];
  if (v < 0) asm volatile("trap;");
  asm volatile("bar.sync 1, 128;" ::: "memory");
  s[t] = v;
  ptx::mbarrier_arrive(&full);
  unsigned tries = 0;
  while (!ptx::mbarrier_try_wait_parity(&full, 0))
    if (++tries == 1000000) __trap();
  out[blockIdx.x * 128 + t] = s[127 - t];
}
void host(float* out, const int* in) { checked<<<8, 128>>>(out, in); }
