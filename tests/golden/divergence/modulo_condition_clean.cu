// expect: verified
// (t + blockDim.x) / blockDim.x is 1 for every thread.
__global__ void rounded(int* out) {
  unsigned k = (threadIdx.x + blockDim.x) / blockDim.x;
  if (k == 1) __syncthreads();
}
