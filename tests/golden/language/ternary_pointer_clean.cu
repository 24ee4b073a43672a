// expect: verified
__global__ void route(int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* p = i % 2 ? a : b;
  p[i] = i;
}
