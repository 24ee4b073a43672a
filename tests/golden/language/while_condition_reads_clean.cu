// expect: verified
__global__ void spin(int* out, int n) {
  __shared__ int remaining;
  if (threadIdx.x == 0) remaining = n;
  __syncthreads();
  while (remaining > 0) {
    __syncthreads();
    if (threadIdx.x == 0) remaining = remaining - 1;
    __syncthreads();
  }
}
