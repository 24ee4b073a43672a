// expect: verified
// flags: --block 64 --grid 4
// Where all(p) holds, p holds here; and where p holds in every thread, so does all(p).
__global__ void votes(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (__all_sync(0xffffffffu, threadIdx.x > 40)) __assert(threadIdx.x > 40);
  if (!__any_sync(0xffffffffu, p[i] > n)) __assert(p[i] <= n);
  __assert(__all(threadIdx.x < blockDim.x));
  __assert(!__any(blockIdx.x >= gridDim.x));
  if (__syncthreads_and(threadIdx.x >= n)) __assert(n <= threadIdx.x);
  __assert(__syncthreads_or(threadIdx.x < 64));
}
