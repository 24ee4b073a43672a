// expect: verified
// The strides of a work-efficient scan, all of them unsigned: what the way up leaves is more than a
// block has threads, so that no stride on the way down is zero.
__global__ void scan(unsigned* data, unsigned* sums) {
  extern __shared__ unsigned s[];
  const unsigned t = threadIdx.x;
  unsigned* own = data + 2 * blockIdx.x * blockDim.x;
  s[t] = own[t];
  s[t + blockDim.x] = own[t + blockDim.x];
  unsigned stride = 1;
  for (unsigned d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      const unsigned left = 2 * stride * t + stride - 1;
      s[left + stride] += s[left];
    }
    stride *= 2;
  }
  if (t == 0) {
    sums[blockIdx.x] = s[2 * blockDim.x - 1];
    s[2 * blockDim.x - 1] = 0;
  }
  for (unsigned d = 1; d <= blockDim.x; d *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < d) {
      const unsigned left = 2 * stride * t + stride - 1;
      const unsigned x = s[left];
      s[left] = s[left + stride];
      s[left + stride] += x;
    }
  }
}
void run(unsigned* data, unsigned* sums, int blocks) {
  scan<<<blocks, 512, 4096>>>(data, sums);
}
