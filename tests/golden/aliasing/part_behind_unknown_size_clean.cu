// expect: verified
// assumes: distinct pointers point to distinct arrays: a, b
// How far they are apart the kernel is not given: that they are is assumed.
__global__ void put(int n, float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i];
}
void host(int n, int padding) {
  float* p;
  cudaMalloc(&p, 2 * (n + padding) * sizeof(float));
  put<<<(n + 255) / 256, 256>>>(n, p, p + n + padding);
}
