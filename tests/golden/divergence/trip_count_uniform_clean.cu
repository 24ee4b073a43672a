// expect: verified
// The rounds are counted from the tile's start, which all threads share.
__global__ void trips(float* data, int n) {
  extern __shared__ float s[];
  for (int start = 0; start < n; start += blockDim.x) {
    int i = start + threadIdx.x;
    s[threadIdx.x] = i < n ? data[i] : 0.0f;
    __syncthreads();
    if (i < n) data[i] = s[threadIdx.x] + (threadIdx.x > 0 ? s[threadIdx.x - 1] : 0.0f);
    __syncthreads();
  }
}
