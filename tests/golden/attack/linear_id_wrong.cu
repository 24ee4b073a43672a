// expect: refuted
// more: yes
// The row length is blockDim.x.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int id = threadIdx.y * blockDim.y + t;
  s[id] = threadIdx.y;
  out[b * B + t] = v;
}
