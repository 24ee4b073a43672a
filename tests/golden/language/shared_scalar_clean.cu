// expect: verified
__global__ void broadcast(int* out, const int* in) {
  __shared__ int base;
  if (threadIdx.x == 0) base = in[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = base;
}
