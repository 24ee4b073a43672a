// In a method a base class's `at` comes before the function of that name outside.
// expect: refuted
// finding: race confirmed error A A
__device__ int at(int i) { return i; }
struct Halves {
  int offset;
  __device__ int at(int i) const { return offset + i / 2; }
  __device__ int operator[](int i) const { return at(i); }
};
struct Layout : Halves {
  __device__ int place(int i) const { return at(i); }
};
__global__ void places(int* out) {
  Layout layout;
  layout.offset = 0;
  out[layout.place(blockIdx.x * blockDim.x + threadIdx.x)] = threadIdx.x; /*A*/
}
