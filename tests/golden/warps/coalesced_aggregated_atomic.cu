// expect: refuted
// flags: --block 64
// finding: race possible error A A
// Correct: what the leader was given is for its group. That a shuffle hands it on is not followed, so
// that two threads may seem to write one place; nothing may confirm it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void filter(int* out, int* count, const int* in, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n || in[i] <= 0) return;
  const cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(count, static_cast<int>(active.size()));
  base = active.shfl(base, 0);
  out[base + active.thread_rank()] = in[i]; /*A*/
}
