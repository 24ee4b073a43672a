// expect: refuted
// finding: divergence confirmed error A
// more: yes
__global__ void shortcut(int* out, int n) {
  if (threadIdx.x < n && __syncthreads_or(n > 5)) out[blockIdx.x] = 1; /*A*/
}
