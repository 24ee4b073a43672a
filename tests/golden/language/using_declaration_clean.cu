// expect: verified
// A using declaration brings functions in, beside those of its namespace or before those around a body.
namespace by_int {
__device__ int place(int i) { return i; }
__device__ int other(int i) { return i; }
}
__device__ int place(double i) { return 0; }
__device__ int other(double i) { return 0; }
using by_int::other;
__global__ void used(float* out) {
  using by_int::place;
  out[blockIdx.x * blockDim.x + place(other((int)threadIdx.x))] = threadIdx.x;
}
