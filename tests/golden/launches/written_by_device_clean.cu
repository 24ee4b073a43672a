// What the host stores behind a kernel is what the next launch finds.
// expect: verified
__managed__ int grid = 1;
__global__ void set() { grid = 2; }
__global__ void set_again(int* a) { a[threadIdx.x] = blockIdx.x; }
__global__ void by_address(int* a) { a[threadIdx.x] = blockIdx.x; }
int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  set<<<1, 1>>>();
  cudaDeviceSynchronize();
  grid = 1;
  set_again<<<grid, 32>>>(a);
  int* at;
  cudaGetSymbolAddress((void**)&at, grid);
  *at = 1;
  by_address<<<grid, 32>>>(a);
}
