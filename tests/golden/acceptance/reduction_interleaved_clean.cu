// expect: verified
__global__ void reduce(const float* in, float* out) {
  extern __shared__ float d[];
  unsigned t = threadIdx.x;
  d[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) d[t] += d[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = d[0];
}
