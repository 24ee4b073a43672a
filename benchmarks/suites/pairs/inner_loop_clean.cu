// Each read of the inner loop has a barrier on both sides.
__global__ void k(int* a, const int* b, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; i++) {
    s[t] = b[t] + i;
    for (int j = 0; j < n; j++) {
      __syncthreads();
      sum += s[(t + j + 1) % blockDim.x];
      __syncthreads();
    }
  }
  a[blockIdx.x * blockDim.x + t] = sum;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMemset(a, 0, 1 << 20);
  k<<<2, 64>>>(a, b, 4);
  return cudaDeviceSynchronize() != cudaSuccess;
}
