// expect: unknown
// unknown: U an assignment to a value that is not a variable
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void again(int* out, int n) {
  auto group = cg::coalesced_threads();
  if (threadIdx.x < n) group = cg::coalesced_threads(); /*U*/
  group.sync();
  out[threadIdx.x + blockDim.x * blockIdx.x] = 1;
}
