// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// One launch is of all kernels that its pointer may point to, with the sizes that stand there.
__global__ void even(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/
__global__ void odd(int* v) { v[31 - threadIdx.x % 32] = threadIdx.x; } /*B*/

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  void (*kernel)(int*);
  for (int k = 0; k < 2; ++k) {
    switch (k) {
    case 0:
      kernel = &even;
      break;
    case 1:
      kernel = &odd;
      break;
    }
    if (kernel == &odd) cudaMemset(v, 0, 4096);
    kernel<<<1, 64>>>(v);
  }
}
