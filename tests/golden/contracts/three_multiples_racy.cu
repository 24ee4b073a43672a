// expect: refuted
// finding: race confirmed error A A
// suggests: k % 2 == 0 && m % 2 == 0 && n % 2 == 0
// Three sizes leave no remainder, or threads share a cell: no two of the conditions are enough.
__global__ void spread(int* out, unsigned n, unsigned m, unsigned k) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t >> (n % 2 + m % 2 + k % 2)] = t; /*A*/
}
