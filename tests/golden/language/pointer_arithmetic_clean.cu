// expect: verified
__global__ void halves(float* out) {
  extern __shared__ float s[];
  float* lower = s;
  float* upper = s + blockDim.x;
  int t = threadIdx.x;
  *(lower + t) = t;
  upper[t] = -t;
  __syncthreads();
  float* p = out + 2 * (blockIdx.x * blockDim.x);
  p[t] = lower[blockDim.x - 1 - t];
  *(p + blockDim.x + t) = *(upper + (blockDim.x - 1 - t));
}
