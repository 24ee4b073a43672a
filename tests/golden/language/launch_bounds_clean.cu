// expect: verified
__global__ void __launch_bounds__(256) bytes(int* out) {
  __shared__ int s[256];
  unsigned char c = threadIdx.x;
  s[c] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[255 - c];
}
