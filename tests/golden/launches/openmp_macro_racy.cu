// expect: refuted
// finding: race confirmed error A
// The directive stands in a macro; behind it n is 2, whatever the threads of the host set.
#define PAR _Pragma("omp parallel firstprivate(n)")
__global__ void k(int* a, int n) { if (n > 1) a[0] = threadIdx.x; /*A*/ }
int main() {
  int* d; cudaMalloc(&d, 400);
  int n = 2;
  PAR
  { n = 1; }
  k<<<1, 32>>>(d, n);
}
