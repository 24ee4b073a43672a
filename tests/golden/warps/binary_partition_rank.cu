// expect: refuted
// flags: --block 32
// finding: race confirmed error A A
// There are two lanes of rank 0.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out, const int* in) {
  auto part = cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), in[threadIdx.x] & 1);
  if (part.thread_rank() == 0) out[blockIdx.x] = threadIdx.x; /*A*/
}
