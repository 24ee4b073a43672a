// expect: verified
// flags: --block 64 --grid 1
// A network that sorts: the stride is a power of two, of which a mask takes the bits below.
__global__ void sort(int* data) {
  __shared__ int s[128];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + 64] = data[threadIdx.x + 64];
  for (unsigned size = 2; size <= 128; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      int a = s[at], b = s[at + stride];
      s[at] = min(a, b);
      s[at + stride] = max(a, b);
    }
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x];
}
