// expect: verified
// assumes: blockDim = (32, 1, 1) (launch at
// assumes: n == 32
// The configuration is as good as <<< and >>>.
__global__ void fill(int* v, int n) { v[threadIdx.x % n] = threadIdx.x; }

void run(dim3 grid, dim3 block, int* v, int n) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  cudaLaunchKernelEx(&config, fill, v, n);
}

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  run(dim3(1), dim3(32), v, 32);
}
