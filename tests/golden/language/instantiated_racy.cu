// expect: refuted
// flags: --grid 1
// finding: race confirmed error A
// unknown: B
// One of the instances races, and one of those that a macro asks for is of no template that is there.
template <class T, int N> __global__ void fill(T* p) { p[threadIdx.x / N] = threadIdx.x; } /*A*/
#define INSTANTIATE(T)                                                                             \
  template __global__ void fill<T, 1>(T*);                                                         \
  template __global__ void fill<T, 2>(T*);                                                         \
  template __global__ void filled<T, 2>(T*);
INSTANTIATE(float) /*B*/
