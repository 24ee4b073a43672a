// expect: refuted
// finding: race confirmed error A A
// Case 0 falls through into case 1: even threads store to their odd neighbour's cell.
__global__ void choose(int* out, int mode) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  switch (t % 2) {
  case 0:
    s[t] = mode;
  case 1:
    s[t | 1] = t; /*A*/
    break;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t];
}
