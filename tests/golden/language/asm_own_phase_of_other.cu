// expect: unknown
// flags: --block 32 --grid 1
// unknown: W a wait for a phase of an mbarrier that is not that of the thread's own last arrival
// The token is of the arrival before the last.
__global__ void twice(float* out) {
  __shared__ unsigned long long bar;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
  __syncthreads();
  unsigned long long first, second;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(first) : "r"(at) : "memory");
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(second) : "r"(at) : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at), "l"(first) : "memory"); /*W*/
}
