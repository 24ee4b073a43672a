// expect: refuted
// flags: --block 32
// finding: race confirmed error W R
// cub::BlockScan of one warp: by shuffles, which order nothing.
#include <cub/cub.cuh>
__global__ void sums(int *out, const int *in) {
  using Scan = cub::BlockScan<int, 32>;
  __shared__ typename Scan::TempStorage storage;
  __shared__ int cells[32];
  int t = threadIdx.x, before;
  cells[t] = in[t]; /*W*/
  Scan(storage).ExclusiveSum(in[t], before);
  out[blockIdx.x * 32 + t] = cells[t ^ 1] + before; /*R*/
}
