// expect: verified
__global__ void tiles(int* out) {
  int b = blockIdx.y * gridDim.x + blockIdx.x;
  out[b * blockDim.x + threadIdx.x] = b;
}
