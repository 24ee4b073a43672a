// expect: refuted
// finding: divergence confirmed error A
__device__ int sum(int* s, int v, int n) {
  if (v > n) return 0;
  s[threadIdx.x] = v;
  __syncthreads(); /*A*/
  return s[0];
}
__global__ void call(int* out, int n) {
  __shared__ int s[1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum(s, threadIdx.x, n);
}
