// expect: verified
// The grid follows from the size that is passed by reference, whatever the runtime does in between.
__global__ void tiles(float* c, int w) {
  c[(blockIdx.y * 16 + threadIdx.y) * w + blockIdx.x * 16 + threadIdx.x] = threadIdx.x; /*A*/
}
int multiply(const dim3& size, int steps) {
  float* c;
  checkCudaErrors(cudaMalloc(&c, size.x * size.y * sizeof(float)));
  dim3 threads(16, 16);
  dim3 grid(size.x / threads.x, size.y / threads.y);
  cudaDeviceSynchronize();
  for (int i = 0; i < steps; i++)
    tiles<<<grid, threads>>>(c, size.x);
  return 0;
}
int main(int argc, char** argv) {
  dim3 size(320, 320, 1);
  if (argc > 1) size.x = atoi(argv[1]);
  int result = multiply(size, argc);
  exit(result);
}
