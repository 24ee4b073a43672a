// expect: verified
// flags: --block 2 --assume "n == 2"
// A thread comes to iteration 2 only if it broke off in none before: thread 0 has in iteration 0.
__global__ void k(int n) {
  for (int i = threadIdx.x; 1; i += blockDim.x) {
    __syncthreads();
    if (n != i) break;
  }
}
