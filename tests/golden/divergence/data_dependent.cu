// expect: refuted
// finding: divergence confirmed error A
// Each thread looks at its own element.
__global__ void data(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) __syncthreads(); /*A*/
}
