// expect: verified
// A destructor that changes nothing but its object is not seen.
struct Index {
  int at;
  __device__ explicit Index(int i) : at(i) {}
  __device__ ~Index() { at = -1; }
};
__global__ void indices(float* out) {
  const Index first(blockIdx.x * blockDim.x), mine(threadIdx.x);
  out[first.at + mine.at] = threadIdx.x;
}
