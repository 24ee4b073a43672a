// expect: verified
// flags: --block 64
// StripedToBlocked: the block waits.
#include <cub/cub.cuh>
__global__ void exchange(int *out) {
  using Exchange = cub::BlockExchange<int, 64, 4>;
  __shared__ typename Exchange::TempStorage storage;
  __shared__ int cells[64];
  int t = threadIdx.x;
  int items[4] = {t, t + 1, t + 2, t + 3};
  cells[t] = t; /*W*/
  Exchange(storage).StripedToBlocked(items, items);
  out[blockIdx.x * 64 + t] = cells[t ^ 32] + items[0]; /*R*/
}
