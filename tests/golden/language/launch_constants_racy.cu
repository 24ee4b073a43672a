// expect: refuted
// finding: race confirmed error A
// Of two launches one passes a stride of 0, and the offset depends on the host.
__global__ void fill(int* out, int stride, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * stride + offset] = i; /*A*/
}
void run(int* out, int n) {
  fill<<<n, 128>>>(out, 4, 0);
  fill<<<n, 128>>>(out, 0, n);
}
