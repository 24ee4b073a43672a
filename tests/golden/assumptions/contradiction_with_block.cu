// expect: error
// flags: --block 64
__global__ void contradiction(int* out) {
  __requires(blockDim.x == 32);
  out[0] = threadIdx.x;
}
