// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// What is written for zero must be right for zero.
__global__ void fill(int* out, int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (mode == 0)
    out[0] = i; /*A*/
  else
    out[i] = i;
}
