// expect: refuted
// flags: --alias dst,src
// finding: race confirmed error A A
__global__ void shift(int* dst, const int* src) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  dst[i] = src[i + 1]; /*A*/
}
