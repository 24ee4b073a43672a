// expect: refuted
// flags: --block 64 --grid 1
// finding: race any error W
// A group's update by another operation than a sum: numbers that the counter gives come again.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
__global__ void draw(unsigned *counter, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> c(*counter);
  unsigned mine = atomicAdd(counter, 1u);
  out[mine] = threadIdx.x; /*W*/
  cg::reduce_update_async(tile, c, 1u, cg::less<unsigned>());
}
