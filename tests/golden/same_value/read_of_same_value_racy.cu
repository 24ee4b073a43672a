// expect: refuted
// finding: race confirmed error A B
// finding: same-value-write confirmed warning A A
// Equal writes excuse each other, not the reader.
__global__ void total(int* out) {
  __shared__ int s;
  s = 7; /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = s; /*B*/
}
