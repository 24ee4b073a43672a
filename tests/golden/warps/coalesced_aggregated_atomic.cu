// expect: verified
// flags: --block 64
// The leader hands on what it was given for all of its group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void filter(int* out, int* count, const int* in, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n || in[i] <= 0) return;
  const cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(count, static_cast<int>(active.size()));
  base = active.shfl(base, 0);
  out[base + active.thread_rank()] = in[i];
}
