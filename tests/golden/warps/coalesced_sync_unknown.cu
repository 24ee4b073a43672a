// expect: unknown
// flags: --block 32
// unknown: U a barrier of a group that is not known
// Which threads come together, and wait for each other, the hardware decides.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int tile[32];
  const auto group = cg::coalesced_threads();
  tile[threadIdx.x] = threadIdx.x;
  group.sync(); /*U*/
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
