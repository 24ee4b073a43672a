// expect: verified
// assumes: no number is divided by 0
// What i / 0 and i % 0 are C++ leaves open, so that no row has a length of 0.
__global__ void rows(int* out, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / w * w + i % w] = i;
}
__global__ void words(int* out, unsigned n, unsigned w) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / w * w + i % w] = i;
}
