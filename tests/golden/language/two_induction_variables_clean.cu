// expect: verified
__global__ void gather(int* out, const int* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int j = 0;
  for (int i = 0; i < n; i++) {
    out[t * n + i] = in[j];
    j += 3;
  }
}
