// expect: refuted
// flags: --block 32 --grid 1
// finding: race any error W
// Of equal values each lane keeps its own: nobody says to the others which one it is.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
struct Best {
  int value, index;
};
__global__ void best(int *out, const int *in) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  Best found = cg::reduce(tile, Best{in[t], t}, [](Best a, Best b) { return a.value >= b.value ? a : b; });
  if (found.index == t) out[0] = t; /*W*/
}
