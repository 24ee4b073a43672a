// expect: verified
__global__ void search(int* out, const int* key, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  int found = -1;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 1) continue;
    s[t] = i;
    __syncthreads();
    if (t > 0 && s[t - 1] == key[0]) found = i;
    __syncthreads();
    if (i == 7) break;
  }
  out[blockIdx.x * blockDim.x + t] = found;
}
