// expect: verified
__global__ void choose(int* out, int mode) {
  __shared__ int s[1026];
  int t = threadIdx.x;
  switch (t % 2) {
  case 0:
    s[t] = mode;
    break;
  case 1:
    s[t] = t;
    break;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 1];
}
