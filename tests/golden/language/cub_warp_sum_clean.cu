// expect: verified
// flags: --block 64
// cub::WarpReduce beside a barrier of the warp.
#include <cub/cub.cuh>
__global__ void sums(int *out, const int *in) {
  using Reduce = cub::WarpReduce<int, 32>;
  __shared__ typename Reduce::TempStorage storage[2];
  __shared__ int cells[64];
  int t = threadIdx.x;
  cells[t] = in[t]; /*W*/
  __syncwarp();
  int sum = Reduce(storage[t / 32]).Sum(in[t]);
  out[blockIdx.x * 64 + t] = cells[t ^ 1] + sum; /*R*/
}
