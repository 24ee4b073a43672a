// Kernels and copies change variables of the device that the host has as well, and a copy of bytes
// does not end where a member does.
// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
__managed__ int grid = 1;
__global__ void set() { grid = 2; }
__global__ void by_kernel(int* a) { a[threadIdx.x] = blockIdx.x; } /*A*/
__global__ void by_symbol(int* a) { a[threadIdx.x] = blockIdx.x; } /*B*/
__global__ void by_copy(int* a) { a[threadIdx.x] = blockIdx.x; } /*C*/
struct Config {
  int block, grid;
};
int main() {
  int *a, two = 2;
  cudaMalloc(&a, 64 * sizeof(int));
  grid = 1;
  set<<<1, 1>>>();
  cudaDeviceSynchronize();
  by_kernel<<<grid, 32>>>(a);
  grid = 1;
  cudaMemcpyToSymbol(grid, &two, sizeof two);
  by_symbol<<<grid, 32>>>(a);
  Config config{32, 1};
  cudaMemcpy(&config.block, a, sizeof config, cudaMemcpyDeviceToHost);
  by_copy<<<config.grid, 32>>>(a);
}
