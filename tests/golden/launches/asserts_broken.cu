// expect: refuted
// finding: assertion confirmed error A
// finding: assertion confirmed error B
// finding: assertion confirmed error C
// The only launch breaks what the kernel asserts of launches.
#include <cassert>

__global__ void of_size(int* a, int n) {
  assert(n == 64); /*A*/
  a[threadIdx.x] = n;
}

__global__ void of_block(int* a) {
  assert(blockDim.x == 64); /*B*/
  if (threadIdx.x < 64) a[threadIdx.x] = 1;
}

__global__ void of_value(int* a, int n) {
  assert(n >= 64); /*C*/
  if (threadIdx.x < n) a[threadIdx.x] = n;
}

int main(int argc, char**) {
  int* a;
  cudaMalloc(&a, 4096);
  of_size<<<1, 64>>>(a, 5);
  of_block<<<1, 128>>>(a);
  of_value<<<1, 64>>>(a, 5 + argc % 7);
}
