// expect: verified
// assumes: b == a + (i64)n
// Two halves of one allocation.
__global__ void put(int n, float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[i] = i;
    b[i] = a[i] + 1;
  }
}
void host(int n) {
  float* p;
  cudaMalloc(&p, 2 * n * sizeof(float));
  put<<<(n + 255) / 256, 256>>>(n, p, p + n);
}
