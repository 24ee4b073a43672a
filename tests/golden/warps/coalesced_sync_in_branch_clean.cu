// expect: verified
// flags: --strict-exit
// Those who take the other branch, or have returned before, were not there.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void branches(int* out, const int* in, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (in[i] > 0) {
    cg::coalesced_threads().sync();
    out[i] = 1;
  } else {
    const cg::coalesced_group group = cg::coalesced_threads();
    out[i] = 2;
    group.sync();
  }
}
