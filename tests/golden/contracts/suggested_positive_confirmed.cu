// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// suggests: stride != 0
// No host passes a stride of 0.
__global__ void spread(int* out, int stride) {
  out[threadIdx.x * stride] = threadIdx.x; /*A*/
}
