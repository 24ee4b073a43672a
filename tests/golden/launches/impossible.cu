// expect: error
// The grid is always empty, which is an error of the host.
__global__ void columns(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i % n] = i;
}
void run(float* v, char size) {
  int blocks = size;
  columns<<<blocks / 256, 256>>>(v, size * 300);
}
