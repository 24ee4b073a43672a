// expect: verified
// flags: --block 64
// assumes: the pointers in outputs point to distinct arrays
// The host fills the tables: one of the file, and one that is a parameter by itself.
__constant__ float* outputs[16];
struct Inputs {
  const float* of[200];
  int lengths[200];
};

__global__ void copy(Inputs inputs) {
  const int row = blockIdx.x;
  for (int i = threadIdx.x; i < inputs.lengths[row]; i += blockDim.x)
    outputs[row][i] = inputs.of[row][i];
}
