// expect: unknown
// unknown: U lanes that came together in several places
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void again(int* out, int n) {
  auto group = cg::coalesced_threads();
  if (threadIdx.x < n) group = cg::coalesced_threads();
  group.sync(); /*U*/
  out[threadIdx.x + blockDim.x * blockIdx.x] = 1;
}
