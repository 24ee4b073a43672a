// expect: refuted
// finding: race confirmed error A B
// The first part's size is counted in elements of the second.
extern __shared__ unsigned char pool[];
__global__ void parts(double* out) {
  double* a = (double*)pool;
  int* b = (int*)pool + blockDim.x;
  int t = threadIdx.x;
  a[t] = t; /*A*/
  b[t] = t; /*B*/
}
