// expect: refuted
// finding: race any error A
// more: yes
template <class D> struct Base {
  __device__ void step(int i) { static_cast<D &>(*this).store(i); }
};
struct Impl : Base<Impl> {
  int *p;
  __device__ Impl(int *q) : p(q) {}
  __device__ void store(int i) { p[i / 2] = threadIdx.x; } /*A*/
};
__global__ void pairs(int *p, int n) {
  Impl m(p);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) m.step(i);
}
