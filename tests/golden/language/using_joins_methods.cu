// expect: unknown
// unknown: A is ambiguous
// Which of the base class's and its own overloads is meant is not decided.
struct Base {
  __device__ int at(int i) { return i / 2; }
};
struct Derived : Base {
  using Base::at;
  __device__ int at(double) { return threadIdx.x; }
};
__global__ void joined(int* out) {
  Derived d;
  out[d.at(threadIdx.x)] = threadIdx.x; /*A*/
}
