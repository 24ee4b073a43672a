// expect: verified
// The order of the group is not needed: each thread reads what it wrote itself. All that came
// together come to the barriers, in a branch, a loop and a function.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void meet(cg::coalesced_group group, int rounds) {
  for (int k = 0; k < rounds; ++k)
    group.sync();
}

__global__ void own_cells(int* out, const int* in, int n, int rounds) {
  __shared__ int tile[1024];
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  for (int k = i; k < n; k += blockDim.x * gridDim.x) {
    if (in[k] % 3 == 0) {
      cg::coalesced_group group = cg::coalesced_threads();
      tile[threadIdx.x] = in[k];
      meet(group, rounds);
      if (group.thread_rank() == 0) atomicAdd(&out[n], static_cast<int>(group.size()));
      cg::sync(group);
      out[k] = tile[threadIdx.x];
    }
  }
}
