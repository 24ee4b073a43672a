// expect: refuted
// finding: race confirmed error A A
// All threads past the end store to the last cell.
__global__ void clamped(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = min(i, n - 1);
  out[c] = i; /*A*/
}
