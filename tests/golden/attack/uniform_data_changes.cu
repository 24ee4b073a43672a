// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ int go;
  if (t == 0) go = 1;
  __syncthreads();
  if (go == 1) {
    if (t == 1) go = 0;
  }
  v = go;
  out[b * B + t] = v;
}
