// expect: verified
__global__ void mirror(int* out) {
  __shared__ int s[1024];
  int* end = s + 1023;
  int t = threadIdx.x;
  end[-t] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = end[-(int)(blockDim.x - 1 - t)];
}
