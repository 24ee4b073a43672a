// expect: refuted
// finding: race confirmed error A A
// The launch passes one buffer for both parameters.
__global__ void shift(int* dst, const int* src) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  dst[i] = src[i + 1]; /*A*/
}
void run(int* data, int n) { shift<<<n, 128>>>(data, data); }
