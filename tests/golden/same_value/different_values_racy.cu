// expect: refuted
// finding: race confirmed error A A
__global__ void total(int* out) {
  __shared__ int s;
  s = threadIdx.x; /*A*/
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
