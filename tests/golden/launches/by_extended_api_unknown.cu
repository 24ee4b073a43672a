// expect: refuted
// finding: race any error A
// Where the configuration comes from is not followed: the launch may have any size.
const cudaLaunchConfig_t* configuration();
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  cudaLaunchKernelEx(configuration(), fill, v);
}
