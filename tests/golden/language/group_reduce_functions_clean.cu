// The operation of a reduction may be a function, a lambda or an object that only computes.
// expect: verified
// flags: --block 256
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
struct Running {
  float largest, sum;
};
struct Twice {
  __device__ int operator()(int a, int b) const { return a + 2 * b; }
};
__device__ Running join(Running a, Running b) {
  return a.largest > b.largest ? a : Running{b.largest, b.sum + a.sum * expf(a.largest - b.largest)};
}
__global__ void reductions(float* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  Running v{1.f * threadIdx.x, 2.f};
  v = cg::reduce(warp, v, join);
  const float u = cg::reduce(warp, v.largest, [](float a, float b) { return a + 2 * b; });
  const int w = cg::reduce(warp, (int)threadIdx.x, Twice{});
  out[blockIdx.x * 256 + threadIdx.x] = v.sum + u + w;
}
