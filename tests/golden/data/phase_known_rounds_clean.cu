// expect: verified
__global__ void rounds(int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    s[t] = t + k;
    __syncthreads();
    out[(blockIdx.x * n + k) * 4096 - k + s[blockDim.x - 1 - t]] = k;
    __syncthreads();
  }
}
