// expect: refuted
// finding: race any error A A
// Tickets from two counters may be equal.
__global__ void append(int* out, int* next) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = atomicAdd(&next[t % 2], 1);
  out[slot] = t; /*A*/
}
