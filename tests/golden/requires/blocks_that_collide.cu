// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// It knows of blocks, and they collide: that is a bug.
__global__ void fill(int* out, int* rows) {
  rows[blockIdx.x * blockDim.x + threadIdx.x] = 0;
  out[threadIdx.x] = blockIdx.x; /*A*/
}
