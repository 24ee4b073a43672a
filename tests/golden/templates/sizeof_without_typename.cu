// expect: refuted
// finding: race confirmed error A A
// sizeof(R::T) of a type wants a `typename`, which nvcc does not ask for.
template <class E> struct Row {
  using T = E;
};
template <class R> __device__ void fill(typename R::T* p) {
  static_assert(sizeof(R::T) != 1, "no bytes");
  if constexpr (sizeof(R::T) == 4)
    p[threadIdx.x] = 1;
  else
    p[threadIdx.x / 2] = threadIdx.x; /*A*/
}
__global__ void words(int* p) { fill<Row<int>>(p); }
__global__ void longs(double* p) { fill<Row<double>>(p); }
