// expect: refuted
// finding: assertion confirmed error A
// suggests: n % 4 == 0
__global__ void quarters(int* out, int n) {
  __assert(n % 4 == 0); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = n / 4;
}
