// expect: verified
// origin: apache/tvm 2937
__global__ void rows(float* out, const float* in, int rows) {
  extern __shared__ float red[];
  int t = threadIdx.x;
  for (int r = 0; r < rows; ++r) {
    __syncthreads();
    red[t] = in[r * blockDim.x + t];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
      if (t < s) red[t] = red[t] + red[t + s];
      __syncthreads();
    }
    out[(blockIdx.x * rows + r) * blockDim.x + t] = red[0];
  }
}
