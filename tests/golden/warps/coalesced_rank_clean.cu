// expect: verified
// flags: --block 64
// Ranks lie below the size, and both below the warp's.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void ranks(int* out) {
  __shared__ int seen[64];
  seen[threadIdx.x] = 0;
  __syncthreads();
  const auto group = cg::coalesced_threads();
  __assert(group.thread_rank() < group.size() && group.size() <= 32);
  atomicAdd(&seen[group.thread_rank()], 1);
  __syncthreads();
  out[threadIdx.x + blockDim.x * blockIdx.x] = seen[threadIdx.x];
}
