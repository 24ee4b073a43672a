// expect: refuted
// finding: race confirmed error A B
// With stride 1 (or 0) neighbours meet.
// more: yes
__global__ void spread(int* out, int stride) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  out[i] = 1;     /*A*/
  out[i + 1] = 2; /*B*/
}
