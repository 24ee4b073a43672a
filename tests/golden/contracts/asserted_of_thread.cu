// expect: refuted
// finding: assertion confirmed error A
// What depends on the thread is no precondition.
__global__ void fill(int* out, int n) {
  assert(threadIdx.x < 64 || n > 0); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
