// expect: verified
// flags: --block 64 --grid 1
// The storage of a sort, used again behind a barrier.
#include <cub/cub.cuh>
typedef cub::BlockRadixSort<unsigned, 64, 2> Sort;
__global__ void sort(unsigned *in, unsigned *out) {
  __shared__ union {
    Sort::TempStorage storage;
    unsigned data[256];
  } u;
  unsigned items[2];
  for (int i = 0; i < 2; i++) items[i] = in[threadIdx.x + 64 * i];
  Sort(u.storage).Sort(items);
  __syncthreads();
  u.data[64 + threadIdx.x] = items[0]; /*W*/
  __syncthreads();
  out[threadIdx.x] = u.data[64 + (threadIdx.x ^ 1)];
}
