// expect: refuted
// finding: race confirmed error A A
// The inner `i` hides the thread's own.
__global__ void shadow(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0) {
    int i = threadIdx.x / 2;
    out[i] = threadIdx.x; /*A*/
  } else {
    out[i] = 1;
  }
}
