// expect: refuted
// finding: race confirmed error A A
__global__ void scan(float* data) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = data[g];
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    if (t >= offset) s[t] += s[t - offset]; /*A*/
    __syncthreads();
  }
  data[g] = s[t];
}
