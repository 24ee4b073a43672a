// expect: verified
// flags: --block 32 --grid 1
// A loop of the source tests the phase of the thread's own arrival until it has completed.
__global__ void reverse(float* out) {
  __shared__ unsigned long long bar;
  __shared__ float tile[32];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(at) : "memory");
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  unsigned long long token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at) : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at), "l"(token) : "memory");
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
