// Writes of the last iteration, or those before the loop where there is none, end at a barrier.
__global__ void k(int* a, const int* b, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, sum = 0;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    __syncthreads();
    s[t] = b[t] + i;
  }
  __syncthreads();
  sum = s[blockDim.x - 1 - t];
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
