// expect: refuted
// finding: race confirmed error A A
// suggests: stride <= 32 && stride > 0
// Not a multiple that leads beyond all cells.
__global__ void lanes(float* result, int stride) {
  __shared__ float s[8 * 1024];
  const int index = threadIdx.y * 1024 + threadIdx.x * stride;
  /*A*/ s[index] = threadIdx.x;
  __syncthreads();
  result[threadIdx.y * 32 + threadIdx.x] = s[index];
}

void host(float* result, int stride) { lanes<<<1, dim3(32, 8)>>>(result, stride); }
