// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
__constant__ float* outputs[16];
struct Inputs {
  const float* of[200];
  int lengths[200];
};

// Blocks two apart share a row.
__global__ void copy(Inputs inputs) {
  const int row = blockIdx.x;
  for (int i = threadIdx.x; i < inputs.lengths[row]; i += blockDim.x)
    outputs[row & 5][i] /*A*/ = inputs.of[row][i] + row;
}
