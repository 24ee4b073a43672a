// expect: refuted
// more: yes
__device__ int in_use;
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int i = atomicAdd(&in_use, 1) & 3;
  s[i] = t;
  out[b * B + t] = v;
}
