// expect: verified
// The number of elements is one of whole blocks: a product of two numbers of the host, which does not
// overflow, also where it is passed as an unsigned one.
#include <cstdlib>
__global__ void fill(float *to, unsigned int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = 0;
    __syncthreads();
  }
}
int main(int argc, char **argv) {
  int blocks = atoi(argv[1]), threads = atoi(argv[2]), size = blocks * threads;
  float *a;
  cudaMalloc(&a, size * 4);
  fill<<<(size + threads - 1) / threads, threads>>>(a, size);
}
