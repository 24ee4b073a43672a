// expect: refuted
// finding: race confirmed error A
// Three threads of the host count.
__global__ void k(int *a, int n) { if (n > 0) a[0] = threadIdx.x; /*A*/ }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  int m = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    m++;
  }
  k<<<1, 32>>>(d, m - 1);
  return cudaDeviceSynchronize();
}
