// expect: verified
// `report` gets a copy.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
#include <cstdio>
void report(int size) { printf("%d\n", size); }
void run(float* v, int n) {
  const int blocks = n / 192;
  report(n);
  columns<<<blocks, 192>>>(v, n);
}
