// expect: refuted
// flags: --strict-writes
// finding: race confirmed error A A
__global__ void total(int* out, int n) {
  __shared__ int s;
  s = n * 2 + blockDim.x; /*A*/
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
