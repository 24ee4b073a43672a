// expect: refuted
// finding: race confirmed error A A
// more: yes
// The stride forgets the grid: blocks run over each other's parts.
__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    y[i] = a * x[i] + y[i]; /*A*/
}
