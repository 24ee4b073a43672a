// Rows are as long as their pitch.
__global__ void k(int* a, const int* b, int n, int pitch) {
  int t = threadIdx.x;
  if (t >= pitch) return;
  for (int row = 0; row < n; row++)
    a[(blockIdx.x * n + row) * pitch + t] = b[t] + row;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMemset(a, 0, 1 << 20);
  k<<<2, 64>>>(a, b, 4, 63);
  return cudaDeviceSynchronize() != cudaSuccess;
}
