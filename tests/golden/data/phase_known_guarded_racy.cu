// expect: refuted
// finding: race any error A A
// Only every other cell was written.
__global__ void reverse(int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (t % 2 == 0) s[t] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + s[t]] = t; /*A*/
}
