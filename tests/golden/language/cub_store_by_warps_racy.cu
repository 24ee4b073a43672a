// expect: refuted
// flags: --block 64
// finding: race any error R
// BLOCK_STORE_WARP_TRANSPOSE: no thread stores each 64th cell.
#include <cub/cub.cuh>
__global__ void store(int *out, int *sums) {
  using Store = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ typename Store::TempStorage storage;
  int t = threadIdx.x;
  int items[4] = {t, t + 1, t + 2, t + 3};
  Store(storage).Store(out + blockIdx.x * 256, items); /*S*/
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += out[blockIdx.x * 256 + t + 64 * i]; /*R*/
  sums[blockIdx.x * 64 + t] = sum;
}
