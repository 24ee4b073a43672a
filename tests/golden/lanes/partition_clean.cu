// expect: verified
// flags: --block 64
// One lane of each bin counts for all of its warp in that bin.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void histogram(int* counts, const unsigned char* in) {
  __shared__ int bins[2][256];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = warp.thread_rank(); i < 256; i += 32) bins[warp.meta_group_rank()][i] = 0;
  warp.sync();
  const unsigned char bin = in[blockIdx.x * blockDim.x + threadIdx.x];
  const auto peers = cg::labeled_partition(warp, static_cast<int>(bin));
  if (peers.thread_rank() == 0) bins[warp.meta_group_rank()][bin] += peers.size();
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&counts[i], bins[0][i] + bins[1][i]);
}
