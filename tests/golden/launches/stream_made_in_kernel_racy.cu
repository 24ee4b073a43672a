// expect: refuted
// flags: --block 32
// more: yes
// finding: race any error A A
// What the device's runtime writes is an access as any other.
__global__ void k(cudaStream_t* streams, int* out) {
  cudaStreamCreateWithFlags(&streams[blockIdx.x], cudaStreamNonBlocking); /*A*/
  cudaStreamDestroy(streams[blockIdx.x]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = cudaGetLastError();
}
