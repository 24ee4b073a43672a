// expect: refuted
// flags: --block 16
// finding: race confirmed error W R
// BLOCK_SCAN_WARP_SCANS of a block that is no whole warps: by shuffles, which order nothing.
#include <cub/cub.cuh>
__global__ void sums(int *out) {
  using Scan = cub::BlockScan<int, 16, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage storage;
  __shared__ int cells[16];
  int t = threadIdx.x, sum;
  cells[t] = t; /*W*/
  Scan(storage).InclusiveSum(t, sum);
  out[blockIdx.x * 16 + t] = cells[t ^ 1] + sum; /*R*/
}
