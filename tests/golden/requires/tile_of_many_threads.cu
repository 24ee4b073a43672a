// A tile that no block fills: its rows are as long as the threads of one.
// expect: refuted
// finding: race confirmed error A A
// suggests: blockDim.x <= 64
__global__ void tile(const float *in, float *out, int n) {
  __shared__ float s[64][65];
  /*A*/s[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}
