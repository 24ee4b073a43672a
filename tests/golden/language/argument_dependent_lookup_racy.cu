// expect: refuted
// finding: race confirmed error A
// Functions and operators are found in the namespaces of their arguments' types.
namespace grid {
struct Place {
  int index;
};
template <int N>
struct Step {};
__device__ int position(Place p) { return p.index; }
__device__ Place max(Place a, Place b) { return a.index < b.index ? b : a; }
namespace detail {
__device__ Place operator+(Place p, int d) { return {p.index + d}; }
}
template <int N>
__device__ Place operator+(Place p, Step<N>) {
  return {p.index + N};
}
}
__device__ int position(...) { return 0; }
__global__ void places(float* out) {
  grid::Place p{(int)(blockIdx.x * blockDim.x + threadIdx.x) / 2};
  out[position(max(p, grid::Place{-1}) + grid::Step<3>{})] = threadIdx.x; /*A*/
}
