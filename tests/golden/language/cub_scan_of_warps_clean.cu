// expect: verified
// flags: --block 128
// cub::BlockScan of several warps: they wait for one another.
#include <cub/cub.cuh>
__global__ void sums(int *out, const int *in) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ typename Scan::TempStorage storage;
  __shared__ int cells[128];
  int t = threadIdx.x, before;
  cells[t] = in[t]; /*W*/
  Scan(storage).ExclusiveSum(in[t], before);
  out[blockIdx.x * 128 + t] = cells[t ^ 1] + before; /*R*/
}
