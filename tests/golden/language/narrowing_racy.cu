// expect: refuted
// finding: race confirmed error A A
// Thread 256's index does not fit the byte.
__global__ void bytes(int* out) {
  __shared__ int s[256];
  unsigned char c = threadIdx.x;
  s[c] = threadIdx.x; /*A*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[c];
}
