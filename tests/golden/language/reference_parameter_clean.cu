// expect: verified
__device__ void advance(int& i, const int step) { i += step; }
__global__ void stepwise(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    out[i] = 1;
    advance(i, gridDim.x * blockDim.x);
  }
}
