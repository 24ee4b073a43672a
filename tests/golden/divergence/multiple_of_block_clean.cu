// expect: verified
// Threads count from their own index, but n is a multiple of the block.
__global__ void trips(int* out, int n) {
  __requires(n % 64 == 0);
  __requires(blockDim.x == 64);
  for (int i = threadIdx.x; i < n; i += 64) __syncthreads();
}
