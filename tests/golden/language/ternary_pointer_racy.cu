// expect: refuted
// finding: race confirmed error A B
__global__ void route(int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* p = i % 2 ? a : b;
  p[i] = i;     /*A*/
  a[i + 1] = 7; /*B*/
}
