// expect: refuted
// finding: race confirmed error A B
// Five cells with a stride of four.
__global__ void increments(int* out) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  out[i++] = 0; /*A*/
  out[i++] = 1;
  out[i++] = 2;
  out[i++] = 3;
  out[i--] = 4; /*B*/
  out[i] = 3;
}
