// expect: refuted
// finding: assertion confirmed error A
// Asserted for some threads, blocks or sizes only: checked.
__global__ void fill(int* out, int n) {
  if (n < 0) return;
  assert(n % 2 == 0); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
