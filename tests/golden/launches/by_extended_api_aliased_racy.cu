// expect: refuted
// finding: race confirmed error A
// One array passed twice.
__global__ void shift(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x + 1]; } /*A*/

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  cudaLaunchConfig_t config = {0};
  config.gridDim = dim3(1);
  config.blockDim = dim3(64);
  cudaLaunchKernelEx(&config, shift, v, v);
}
