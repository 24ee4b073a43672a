// expect: refuted
// flags: --block 64 
// finding: race confirmed error A A
// Two blocks take the same pointer.
__global__ void scale(float** out, const float* const* in) {
  float* to = out[blockIdx.x / 2];
  to[threadIdx.x] /*A*/ = blockIdx.x;
}
