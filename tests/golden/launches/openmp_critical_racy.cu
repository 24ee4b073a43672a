// expect: refuted
// finding: race confirmed error A
// The second thread of the host finds what the first one has left.
__global__ void k(int *a, int w) { a[threadIdx.x % w] = threadIdx.x; /*A*/ }
int main() {
  int *d, w = 32;
  cudaMalloc(&d, 400);
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    {
      k<<<1, 32>>>(d, w);
      w = 16;
    }
  }
  return cudaDeviceSynchronize();
}
