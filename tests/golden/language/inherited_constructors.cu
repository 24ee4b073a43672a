// expect: verified
struct Base {
  int at;
  __device__ Base(int a, int b) : at(a + b) {}
};
struct Derived : Base {
  using Base::Base;
  int more = 0;
};
__global__ void inherited(int* out) {
  Derived d(0, threadIdx.x);
  out[d.at] = threadIdx.x;
}
