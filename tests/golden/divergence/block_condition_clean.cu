// expect: verified
__global__ void per_block(int* out, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1;
  if (blockIdx.x % 2 == 0 && n > 3) {
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
  }
}
