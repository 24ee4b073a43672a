// expect: verified
// flags: --block 64
// A double buffer by the copies of a group, which one of its threads or all may make.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void group(const float* in, float* out, int n) {
  __shared__ float tile[2][64];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile[0], in, sizeof(float) * 64);
  for (int k = 0; k < n; ++k) {
    cg::memcpy_async(block, tile[(k + 1) & 1], in + 64 * (k + 1), sizeof(float) * 64);
    cg::wait_prior<1>(block);
    out[64 * k + threadIdx.x] = tile[k & 1][63 - threadIdx.x];
    block.sync();
  }
}

__device__ void copy16(float4* to, const float4* from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from));
}
