// expect: verified
// flags: --infer-requires
// under: k < n && k >= 0
// Of all paths the k-th step, which the host counts.
__global__ void shortest(int* d, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n && i != k && j != k) {
    int by_k = d[i * n + k] + d[k * n + j];
    if (by_k < d[i * n + j]) d[i * n + j] = by_k;
  }
}
