// expect: verified
// flags: --block 64
// BLOCK_STORE_WARP_TRANSPOSE: thread t stores each 32nd cell of the part of its warp, and reads what it stored.
#include <cub/cub.cuh>
__global__ void store(int *out, int *sums) {
  using Store = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ typename Store::TempStorage storage;
  int t = threadIdx.x;
  int items[4] = {t, t + 1, t + 2, t + 3};
  Store(storage).Store(out + blockIdx.x * 256, items); /*S*/
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += out[blockIdx.x * 256 + t / 32 * 128 + t % 32 + 32 * i]; /*R*/
  sums[blockIdx.x * 64 + t] = sum;
}
