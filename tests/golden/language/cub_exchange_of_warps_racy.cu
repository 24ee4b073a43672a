// expect: refuted
// flags: --block 64
// finding: race confirmed error W R
// WarpStripedToBlocked: the lanes of a warp wait, not the warps.
#include <cub/cub.cuh>
__global__ void exchange(int *out) {
  using Exchange = cub::BlockExchange<int, 64, 4>;
  __shared__ typename Exchange::TempStorage storage;
  __shared__ int cells[64];
  int t = threadIdx.x;
  int items[4] = {t, t + 1, t + 2, t + 3};
  cells[t] = t; /*W*/
  Exchange(storage).WarpStripedToBlocked(items, items);
  out[blockIdx.x * 64 + t] = cells[t ^ 32] + items[0]; /*R*/
}
