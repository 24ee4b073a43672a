// expect: refuted
// finding: race confirmed error A
// The arguments have the values that the variables have where the kernel is launched.
__global__ void fill(int* v, int n) { v[threadIdx.x % n] = threadIdx.x; } /*A*/

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  int n = 32;
  void* args[] = {(void*)&v, (void*)&n};
  cudaLaunchCooperativeKernel((void*)fill, dim3(1), dim3(32), args, 0, 0);
  n = 16;
  if (cudaLaunchKernel((const void*)&fill, 1, 32, args) != cudaSuccess) return 1;
}
