// expect: verified
__global__ void chatty(int* out) {
  printf("hello from %d\n", threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
