// expect: refuted
// finding: race confirmed error A A
// CELL misses its parentheses, as macros do: t + 1 * 2 + 0 - t is 2 for every thread.
#define CELL(r, c) r * 2 + c
__global__ void macros(int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[CELL(t + 1, 0) - t] = t; /*A*/
}
