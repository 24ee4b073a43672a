// expect: verified
// Barriers only in even rounds; stores and loads are two rounds apart.
__global__ void rounds(float* out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float v = 0.0f;
  for (int k = 0; k < n; k++) {
    if (k % 2 == 0) __syncthreads();
    if (k % 4 == 1) s[t] = k;
    if (k % 4 == 3 && t + 1 < blockDim.x) v += s[t + 1];
  }
  out[blockIdx.x * blockDim.x + t] = v;
}
