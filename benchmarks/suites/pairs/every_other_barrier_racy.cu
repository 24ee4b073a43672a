// The barrier is in even iterations only: reads of an odd one meet the next writes.
__global__ void k(int* a, const int* b, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0)
      s[t] = i;
    else
      sum += s[(t + 1) % blockDim.x];
    if (i % 2 == 0) __syncthreads();
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
