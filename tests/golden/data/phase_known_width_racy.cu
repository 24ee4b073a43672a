// expect: refuted
// flags: --grid 2
// finding: race any error A A
// Perhaps nobody writes the width.
__global__ void share(int* out, const int* given) {
  __shared__ int width;
  if (threadIdx.x == 0 && given[blockIdx.x] > 0) width = blockDim.x;
  __syncthreads();
  out[blockIdx.x * width + threadIdx.x] = blockIdx.x; /*A*/
}
