// expect: verified
// flags: --block 32
__global__ void k(double* out) {
  cudaStream_t mine;
  cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
  out[blockIdx.x * blockDim.x + threadIdx.x] = nan("");
  cudaStreamDestroy(mine);
}
