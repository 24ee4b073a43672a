// expect: refuted
// finding: race confirmed error A A
// Every block's thread 0 stores to the same cell.
__global__ void result(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s[blockDim.x - 1]; /*A*/
}
