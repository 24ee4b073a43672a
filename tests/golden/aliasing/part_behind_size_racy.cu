// expect: refuted
// finding: race confirmed error A B
// assumes: b == a + (i64)n
// Both point into one allocation, and the kernel is given how far they are apart: every other element
// reaches into the second part.
__global__ void put(int n, float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[2 * i] = i; /*A*/
    b[i] = -i;    /*B*/
  }
}
void host(int n) {
  float* p;
  cudaMalloc(&p, 2 * n * sizeof(float));
  put<<<(n + 255) / 256, 256>>>(n, p, p + n);
}
