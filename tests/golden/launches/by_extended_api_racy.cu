// expect: refuted
// finding: race any error A
// The configuration is as good as <<< and >>>: the second launch has a block of 64.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  cudaLaunchConfig_t config = {0};
  config.gridDim = 1;
  config.blockDim = 64;
  cudaLaunchKernelEx(&config, fill, v);
}
