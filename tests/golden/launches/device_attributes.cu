// expect: verified
// assumes: 1 <= host:sms
// There is a multiprocessor, and no grid but a positive one: each block has its row of the sums.
__global__ void sums(const int* in, int* out, int rows, int n) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x) out[r * n + threadIdx.x] = in[r] + n;
}

void run(const int* in, int* out, int device) {
  int sms = 0, warp = 0;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  sums<<<sms * 4, warp>>>(in, out, sms * 100, sms * 32);
}
