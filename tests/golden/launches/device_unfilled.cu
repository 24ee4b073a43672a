// expect: refuted
// finding: race confirmed error A A
// Nor is what nobody has asked the device for.
__global__ void fill(int* out) {
  out[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; /*A*/
}

void run(int* out) {
  cudaDeviceProp wanted;
  memset(&wanted, 0, sizeof(wanted));
  fill<<<4, wanted.warpSize + 64>>>(out);
}
