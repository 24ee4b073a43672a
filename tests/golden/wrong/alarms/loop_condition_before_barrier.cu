// expect: refuted
// finding: divergence any error A
// more: yes
// Threads leave the loop at different times; some still wait.
__global__ void fill(int* out, int n) {
  for (int i = 0; i + threadIdx.x < n; i += blockDim.x) {
    out[blockIdx.x * n + i + threadIdx.x] = 1;
    __syncthreads(); /*A*/
  }
}
