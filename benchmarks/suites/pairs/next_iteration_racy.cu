// Without the second barrier an iteration overwrites what the one before still reads.
__global__ void k(int* a, const int* b, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; i++) {
    s[t] = b[t] + i;
    __syncthreads();
    sum += s[(t + 1) % blockDim.x];
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
