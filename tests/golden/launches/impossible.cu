// expect: refuted
// finding: race confirmed error A A
// The grid is always empty, which is an error of the host: the kernel is checked without it.
__global__ void columns(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i % n] = i; /*A*/
}
void run(float* v, char size) {
  int blocks = size;
  columns<<<blocks / 256, 256>>>(v, size * 300);
}
