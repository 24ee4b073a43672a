// expect: verified
// Constants are no thread's, and what a region declares is a thread's own.
__global__ void k(int* a, int* b, int n) { int i = threadIdx.x; if (i < n) a[i] = b[i]; }
int main() {
  const int n = 32;
#pragma omp parallel num_threads(2)
  {
    int *d, *e;
    int m = n;
    cudaMalloc(&d, 400);
    cudaMalloc(&e, 400);
    k<<<1, 32>>>(d, e, m);
  }
}
