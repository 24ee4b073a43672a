// expect: verified
__global__ void shadow(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < n; i++) {
    int n = 3;
    if (i > n) break;
  }
  out[i] = n;
}
