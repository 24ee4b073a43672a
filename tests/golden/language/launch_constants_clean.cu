// expect: verified
// assumes: stride == 4
// Every launch passes one stride, and one of two offsets that are multiples of it.
__global__ void fill(int* out, int stride, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(i * stride + offset) / 4] = i;
}
void run(int* out, int n) {
  const int stride = 4;
  fill<<<n, 128>>>(out, stride, 0);
  fill<<<n, 128>>>(out, 4, stride * 2);
}
