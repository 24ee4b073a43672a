// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error W
// The storage of an exchange holds all items, and is used again without a barrier.
#include <cub/cub.cuh>
typedef cub::BlockExchange<int, 64, 4> Exchange;
__global__ void reorder(int *in, int *out) {
  __shared__ union {
    Exchange::TempStorage storage;
    int data[256];
  } u;
  int items[4];
  for (int i = 0; i < 4; i++) items[i] = in[threadIdx.x + 64 * i];
  Exchange(u.storage).StripedToBlocked(items); /*S*/
  u.data[192 + threadIdx.x] = items[0]; /*W*/
  __syncthreads();
  out[threadIdx.x] = u.data[192 + (threadIdx.x ^ 1)];
}
