// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// Both warps count in one table.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void histogram(int* counts, const unsigned char* in) {
  __shared__ int bins[256];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  const unsigned char bin = in[blockIdx.x * blockDim.x + threadIdx.x];
  const auto peers = cg::labeled_partition(warp, static_cast<int>(bin));
  if (peers.thread_rank() == 0) bins[bin] += peers.size(); /*A*/
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&counts[i], bins[i]);
}
