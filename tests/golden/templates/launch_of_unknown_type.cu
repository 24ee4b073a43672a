// expect: unknown
// unknown: B template arguments of a launch
//
// What the second launch passes is not known: the instance of the first must not stand for it.
struct Keep {
  __device__ int operator()(int i) const { return i; }
};
template <class Op> __global__ void apply(int *out, Op op) {
  out[op(threadIdx.x)] = threadIdx.x;
}
void host(int *p, Library lib) {
  apply<<<1, 64>>>(p, Keep());
  apply<<<1, 64>>>(p, lib.functor()); /*B*/
}
