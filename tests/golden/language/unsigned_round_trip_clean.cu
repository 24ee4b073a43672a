// expect: verified
// t - blockDim.x wraps; adding it back gives t again.
__global__ void round_trip(int* out) {
  __shared__ int s[1024];
  unsigned d = threadIdx.x - blockDim.x;
  s[d + blockDim.x] = 5;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
