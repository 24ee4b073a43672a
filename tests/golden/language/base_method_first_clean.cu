// Methods and operators of a base class, called by their names alone.
// expect: verified
__device__ int at(int i) { return i / 2; }
struct Whole {
  int offset;
  __device__ int at(int i) const { return offset + i; }
  __device__ int operator[](int i) const { return at(i); }
};
struct Layout : Whole {
  __device__ int place(int i) const { return at(i); }
};
__global__ void places(int* out, int* other) {
  Layout layout;
  layout.offset = 3;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[layout.place(i)] = threadIdx.x;
  other[layout[i]] = threadIdx.x;
}
