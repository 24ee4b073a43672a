// expect: verified
// flags: --grid 1
// Kernels that the file instantiates, by itself and by a macro, are those instances and no others.
template <class T, int N> __global__ void fill(T* p) { p[threadIdx.x * N] = N; }
#define INSTANTIATE(T)                                                                             \
  template __global__ void fill<T, 1>(T*);                                                         \
  template __global__ void fill<T, 2>(T*);
INSTANTIATE(float)
INSTANTIATE(int)
template __global__ void fill<double, 3>(double*);
