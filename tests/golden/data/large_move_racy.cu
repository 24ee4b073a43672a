// expect: refuted
// finding: race confirmed error A A
__global__ void k(char* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  memmove(out + i * 400 + 1, out + i * 400, 400); /*A*/
}
