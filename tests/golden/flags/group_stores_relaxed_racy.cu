// expect: refuted
// flags: --block 32 --grid 2
// finding: unordered-flag any error W R
// cooperative groups store their sums relaxed, which releases nothing.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
__global__ void pass_on(int *data, cuda::atomic<int, cuda::thread_scope_device> *flag, int *out) {
  auto tile = cg::tiled_partition<1>(cg::this_thread_block());
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 5; /*W*/
      cg::reduce_store_async(tile, *flag, 1, cg::greater<int>());
    }
  } else if (threadIdx.x == 0) {
    while (flag->load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data[0]; /*R*/
  }
}
