// expect: refuted
// finding: race confirmed error A B
// Along y a grid is shorter: more rows than it has blocks need a second turn.
__global__ void turned(const float* in, float* out, int n) {
  __shared__ float tile[256];
  for (int first = blockIdx.y * 256; first < n; first += gridDim.y * 256) {
    tile[threadIdx.x] = in[first + threadIdx.x]; /*A*/
    __syncthreads();
    out[first + threadIdx.x] = tile[255 - threadIdx.x]; /*B*/
  }
}

void run(const float* in, float* out, int n) {
  if (n <= 0) return;
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int blocks = (n + 255) / 256;
  if (blocks > device.maxGridSize[1]) blocks = device.maxGridSize[1];
  turned<<<dim3(1, blocks), 256>>>(in, out, n);
}
