// expect: verified
__global__ void checked(int* out) {
  __assert(threadIdx.x < blockDim.x);
  assert(blockDim.x <= 1024);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
