// expect: refuted
// finding: race confirmed error A A
// Threads share cells whatever the sizes are.
__global__ void spread(int* out, unsigned n, unsigned m, unsigned k) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t >> (1 + n % 2 + m % 2 + k % 2)] = t; /*A*/
}
