// expect: refuted
// flags: --block 32
// finding: race any error A B
// The partition orders nothing, and its barrier not all lanes.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  auto part = cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), in[threadIdx.x] & 1);
  s[threadIdx.x] = in[threadIdx.x]; /*A*/
  part.sync();
  out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x ^ 1]; /*B*/
}
