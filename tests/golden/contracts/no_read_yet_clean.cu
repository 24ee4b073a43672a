// expect: verified
__global__ void fill(int* p) {
  __assert(__no_read(p));
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
