// expect: verified
// flags: --block 32 --grid 1
// A sum is the same for all lanes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
struct Best {
  int value, index;
};
__global__ void best(int *out, const int *in) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  int sum = cg::reduce(tile, in[t], cg::plus<int>());
  if (sum == t) out[0] = t;
}
