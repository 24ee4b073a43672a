// expect: refuted
// finding: race confirmed error A
struct Keep {
  __device__ int operator()(int i) const { return i; }
};
struct Halve {
  __device__ int operator()(int i) const { return i / 2; }
};
template <class Op> __global__ void apply(int *out, Op op) {
  out[op(threadIdx.x)] = threadIdx.x; /*A*/
}
void host(int *p) {
  apply<<<1, 64>>>(p, Keep());
  apply<<<1, 64>>>(p, Halve());
}
