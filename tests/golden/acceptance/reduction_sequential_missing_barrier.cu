// expect: refuted
// finding: race confirmed error A A
__global__ void reduce(const float* in, float* out) {
  extern __shared__ float d[];
  unsigned t = threadIdx.x;
  d[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) d[t] += d[t + s]; /*A*/
  }
  if (t == 0) out[blockIdx.x] = d[0];
}
