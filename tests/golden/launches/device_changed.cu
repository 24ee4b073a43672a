// expect: refuted
// finding: race confirmed error A A
// What the program has written over a number of the device is no number of it any more.
__global__ void fill(int* out) {
  out[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; /*A*/
}

void run(int* out, int threads) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  device.warpSize = threads;
  fill<<<4, device.warpSize>>>(out);
}
