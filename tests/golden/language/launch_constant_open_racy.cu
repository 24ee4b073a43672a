// expect: refuted
// finding: race confirmed error A
// The host changes its variable, so the launch's argument is not what it was declared with.
__global__ void fill(int* out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * stride] = i; /*A*/
}
void run(int* out, int n) {
  int stride = 4;
  if (n > 7) stride = 0;
  fill<<<n, 128>>>(out, stride);
}
