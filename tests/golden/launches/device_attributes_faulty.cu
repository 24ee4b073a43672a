// expect: refuted
// finding: race confirmed error A A
// How many multiprocessors there are is not known: with one, a row is shorter than the block.
__global__ void sums(const int* in, int* out, int rows, int n) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    out[r * n + threadIdx.x] = in[r] + threadIdx.x; /*A*/
}

void run(const int* in, int* out, int device) {
  int sms = 0;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  sums<<<sms * 4, 64>>>(in, out, sms * 100, sms * 16);
}
