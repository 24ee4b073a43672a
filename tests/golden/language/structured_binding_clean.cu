// expect: verified
// Names for the parts of an object that is a copy, or for the elements of an array.
struct Span {
  int first, count;
};
__device__ Span mine(int n) {
  Span s;
  s.first = threadIdx.x * n;
  s.count = n;
  return s;
}
__global__ void fill(int* out, int n) {
  __shared__ int halves[64];
  auto [first, count] = mine(n);
  for (int i = 0; i < count; ++i)
    if (count > 0) out[blockIdx.x * blockDim.x * n + first + i] = i;
  int ends[2] = {(int)threadIdx.x, 0};
  const auto [low, high] = ends;
  ends[0] = 0; // the names are those of a copy
  if (threadIdx.x < 64) halves[low ] = high + threadIdx.x;
}
