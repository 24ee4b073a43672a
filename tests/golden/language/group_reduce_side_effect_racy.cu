// The operation of a reduction stores where another lane has just written: shuffles do not order that.
// expect: refuted
// flags: --block 256
// finding: race confirmed error C D
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__shared__ int s[256];
struct Sum {
  __device__ int operator()(int a, int b) const {
    s[(threadIdx.x + 1) % 256] = a; /*C*/
    return a + b;
  }
};
__global__ void reductions(int* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int n = 0;
  s[threadIdx.x] = 0; /*D*/
  const int v = cg::reduce(warp, (int)threadIdx.x, Sum{});
  const int w = cg::reduce(warp, (int)threadIdx.x, [&](int a, int b) { return a + b + n++; });
  out[blockIdx.x * 256 + threadIdx.x] = v + w;
}
