// expect: refuted
// finding: race confirmed error A B
__global__ void poll(int* total, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(total, 1);      /*A*/
  if (i == 0) out[0] = total[0]; /*B*/
}
