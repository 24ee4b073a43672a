// expect: refuted
// flags: --block 32
// finding: race possible error A B
// Which threads come together, and wait for each other, the hardware decides: perhaps one alone.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int tile[32];
  const auto group = cg::coalesced_threads();
  tile[threadIdx.x] = threadIdx.x; /*A*/
  group.sync();
  out[threadIdx.x] = tile[31 - threadIdx.x]; /*B*/
}
