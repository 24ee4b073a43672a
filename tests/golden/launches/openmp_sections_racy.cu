// expect: refuted
// finding: race confirmed error A
// Two threads of the host run side by side.
__global__ void k(int *a, int n) { if (n > 0) a[0] = threadIdx.x; /*A*/ }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  int n = 0;
#pragma omp parallel sections
  {
#pragma omp section
    { n = 1; cudaDeviceSynchronize(); n = 0; }
#pragma omp section
    { k<<<1, 32>>>(d, n); }
  }
  return cudaDeviceSynchronize();
}
