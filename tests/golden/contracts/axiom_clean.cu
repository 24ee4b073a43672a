// expect: verified
// assumes: blockIdx.x < 8 (__axiom)
// What holds wherever code of the file runs is assumed where each kernel starts.
__axiom(blockIdx.x < 8);
__axiom(gridDim.x >= 8);

__global__ void fill(int* p) {
  if (blockIdx.x >= 8) p[0] = threadIdx.x;
}
