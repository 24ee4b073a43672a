// expect: verified
template <class D> struct Base {
  __device__ D &self() { return static_cast<D &>(*this); }
  __device__ void step(int i) { self().store(i, static_cast<D *>(this)->load(i) + 1); }
};
struct Impl : Base<Impl> {
  int *p;
  __device__ Impl(int *q) : p(q) {}
  __device__ int load(int i) { return p[i]; }
  __device__ void store(int i, int v) { p[i] = v; }
};
__global__ void own(int *p, int n) {
  Impl m(p);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) m.step(i);
}
