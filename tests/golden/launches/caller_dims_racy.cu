// expect: refuted
// finding: race confirmed error A
// more: yes
// Another function changes what the reference leads to, a variable of the file.
__global__ void tiles(float* c, int w) {
  c[(blockIdx.y * 16 + threadIdx.y) * w + blockIdx.x * 16 + threadIdx.x] = threadIdx.x; /*A*/
}
void shrink();
int multiply(const dim3& size, int steps) {
  float* c;
  checkCudaErrors(cudaMalloc(&c, size.x * size.y * sizeof(float)));
  dim3 threads(16, 16);
  dim3 grid(size.x / threads.x, size.y / threads.y);
  shrink();
  for (int i = 0; i < steps; i++)
    tiles<<<grid, threads>>>(c, size.x);
  return 0;
}
dim3 size(320, 320, 1);
void shrink() { size.x = 4; }
int main(int argc, char** argv) {
  if (argc > 1) size.x = atoi(argv[1]);
  int result = multiply(size, argc);
  exit(result);
}
