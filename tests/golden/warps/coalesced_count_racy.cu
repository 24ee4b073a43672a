// expect: refuted
// flags: --block 64
// finding: race possible error A A
// The first threads of two groups add without an atomic operation.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count(int* counter, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    const auto group = cg::coalesced_threads();
    if (group.thread_rank() == 0) counter[0] = group.size(); /*A*/
  }
}
