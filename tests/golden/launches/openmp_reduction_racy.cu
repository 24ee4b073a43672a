// expect: refuted
// finding: race confirmed error A
// What three threads of the host have is added up.
__global__ void k(int *a, int n) { if (n > 0) a[0] = threadIdx.x; /*A*/ }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  int m = 0;
#pragma omp parallel reduction(+ : m) num_threads(3)
  { m = 1; }
  k<<<1, 32>>>(d, m - 1);
  return cudaDeviceSynchronize();
}
