// expect: refuted
// finding: race confirmed error A B
__global__ void handover(volatile int* flag, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) flag[0] = 1; /*A*/
  if (i == 1) out[0] = flag[0]; /*B*/
}
