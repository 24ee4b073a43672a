// expect: verified
// Work-efficient scan: the stride that the way down halves is what the way up left, and is not zero
// as long as the number of active threads is at most that of the block.
__global__ void scan(unsigned* data) {
  extern __shared__ unsigned s[];
  unsigned t = threadIdx.x;
  s[t] = data[t];
  s[t + blockDim.x] = data[t + blockDim.x];
  unsigned stride = 1;
  for (int active = blockDim.x; active > 0; active >>= 1) {
    __syncthreads();
    if (t < active) {
      int left = 2 * stride * t + stride - 1;
      s[left + stride] += s[left];
    }
    stride *= 2;
  }
  if (t == 0) s[2 * blockDim.x - 1] = 0;
  for (int active = 1; active <= blockDim.x; active *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < active) {
      int left = 2 * stride * t + stride - 1;
      unsigned x = s[left];
      s[left] = s[left + stride];
      s[left + stride] += x;
    }
  }
  __syncthreads();
  data[t] = s[t];
  data[t + blockDim.x] = s[t + blockDim.x];
}
