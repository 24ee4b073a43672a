// expect: refuted
// finding: race confirmed error A
// The section of another thread may set n between the two statements of go().
__global__ void k(int* a, int n) { if (n > 0) a[0] = threadIdx.x; /*A*/ }
int n = 0;
void set() { n = 1; }
void go(int* d) { n = 0; k<<<1, 32>>>(d, n); }
int main() {
  int* d; cudaMalloc(&d, 400);
#pragma omp parallel sections
  {
#pragma omp section
    set();
#pragma omp section
    go(d);
  }
}
