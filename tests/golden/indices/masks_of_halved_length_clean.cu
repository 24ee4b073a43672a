// expect: verified
// flags: --block 512
// Strides of a merge that are halved from the length, a power of two.
__global__ void merge(int* data, unsigned n) {
  __requires(2 <= n && n <= 1024 && (n & (n - 1)) == 0);
  __shared__ int s[1024];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + 512] = data[threadIdx.x + 512];
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    const unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    if (s[at] > s[at + stride]) {
      const int less = s[at + stride];
      s[at + stride] = s[at];
      s[at] = less;
    }
  }
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x];
  data[threadIdx.x + 512] = s[threadIdx.x + 512];
}
