// expect: refuted
// flags: --block 32 --grid 1
// finding: divergence any error A
// Threads in different iterations may come together: some of these wait, others do not.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void iterations(int* out, const int* in) {
  for (int k = 0; k < 8; ++k) {
    if (in[threadIdx.x + 32 * k] == 0) continue;
    const auto group = cg::coalesced_threads();
    if (k % 2 == 0) group.sync(); /*A*/
    out[threadIdx.x + 32 * k] = 1;
  }
}
