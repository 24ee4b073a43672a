// expect: refuted
// finding: divergence confirmed error A
// As product_is_an_int_clean, but half a block is left over.
#include <cstdlib>
__global__ void fill(float *to, unsigned int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = 0;
    /*A*/ __syncthreads();
  }
}
int main(int argc, char **argv) {
  int blocks = atoi(argv[1]), threads = atoi(argv[2]), size = blocks * threads + threads / 2;
  float *a;
  cudaMalloc(&a, size * 4);
  fill<<<(size + threads - 1) / threads, threads>>>(a, size);
}
