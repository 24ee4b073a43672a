// expect: verified
__global__ void flag(const int* in, int* out) {
  __shared__ int go;
  if (threadIdx.x == 0) go = in[blockIdx.x];
  __syncthreads();
  if (go > 3) {
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = go;
  }
}
