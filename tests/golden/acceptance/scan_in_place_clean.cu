// expect: verified
__global__ void scan(float* data) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = data[g];
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    float left = 0.0f;
    if (t >= offset) left = s[t - offset];
    __syncthreads();
    if (t >= offset) s[t] += left;
    __syncthreads();
  }
  data[g] = s[t];
}
