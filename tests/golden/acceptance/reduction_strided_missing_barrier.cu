// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error A B
__global__ void reduce(const float* in, float* out) {
  extern __shared__ float d[];
  unsigned t = threadIdx.x;
  d[t] = in[blockIdx.x * blockDim.x + t]; /*B*/
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned index = 2 * s * t;
    if (index < blockDim.x) d[index] += d[index + s]; /*A*/
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = d[0];
}
