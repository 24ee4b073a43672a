// expect: refuted
// finding: assertion confirmed error A
__global__ void checked(int* out) {
  __assert(threadIdx.x < 64); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
