// expect: verified
// One thread of those that come together counts for all of them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count(int* counter, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    const auto group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(group.size()));
    first = group.shfl(first, 0);
  }
}
