// Specialisations whose bodies stand outside of the class, with parameters that are the same.
// expect: refuted
// finding: race any error A A
template <int N> struct Cell {
  __device__ void put(float* to, float v);
};
template <> struct Cell<1> {
  __device__ void put(float* to, float v);
};
template <int N> __device__ void Cell<N>::put(float* to, float v) { to[threadIdx.x] = v; }
__device__ void Cell<1>::put(float* to, float v) { to[0] = v; } /*A*/

__global__ void stores(float* out) {
  Cell<1> cell;
  cell.put(out, threadIdx.x);
}
