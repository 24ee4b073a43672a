// expect: verified
// assumes: blockDim.x == 64 && blockDim.y == 1
// The rows of the block are known to be its warps.
__global__ void exchange(int* out) {
  __requires(blockDim.x == 64 && blockDim.y == 1);
  int other = __shfl_xor_sync(0xffffffffu, threadIdx.x, 5);
  out[blockIdx.x * 64 + other] = threadIdx.x;
}
