// expect: refuted
// more: yes
__device__ void place(int t, int* result) { *result = t / 2; }
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int i;
  place(t, &i);
  s[i] = t;
  out[b * B + t] = v;
}
