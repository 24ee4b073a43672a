// expect: refuted
// flags: --block 64 --grid 1
// finding: race any error W
// BLOCK_STORE_TRANSPOSE: how many items are stored says the first thread for all.
#include <cub/cub.cuh>
__global__ void store(int *out) {
  using Store = cub::BlockStore<int, 64, 2, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ typename Store::TempStorage storage;
  int t = threadIdx.x;
  int items[2] = {t, t};
  Store(storage).Store(out, items, t == 0 ? 128 : 0);
  if (t == 63) out[5] = t; /*W*/
}
