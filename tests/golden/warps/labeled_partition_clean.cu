// expect: verified
// flags: --block 64
// Warp-aggregated atomics: one lane for each bucket adds, and hands the old value to the others.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* counts, int* ranks, const int* bucket) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto lanes = cg::labeled_partition(cg::coalesced_threads(), bucket[i]);
  int first = 0;
  if (lanes.thread_rank() == 0) first = atomicAdd(&counts[bucket[i]], lanes.size());
  ranks[i] = lanes.shfl(first, 0) + lanes.thread_rank();
}
