// expect: refuted
// finding: race confirmed error A
// Each thread of the host has a copy of its own: n is 1 behind the region.
__global__ void k(int *a, int n) { if (n > 0) a[0] = threadIdx.x; /*A*/ }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  int n = 1;
#pragma omp parallel firstprivate(n) num_threads(2)
  { n = 0; }
  k<<<1, 32>>>(d, n);
  return cudaDeviceSynchronize();
}
