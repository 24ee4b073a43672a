// expect: verified
// One thread writes the width for all.
__global__ void share(int* out) {
  __shared__ int width;
  if (threadIdx.x == 0) width = blockDim.x;
  __syncthreads();
  out[blockIdx.x * width + threadIdx.x] = width;
}
