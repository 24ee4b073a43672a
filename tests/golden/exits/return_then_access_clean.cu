// expect: verified
// A thread that has left makes no later accesses.
__global__ void edge(float* out, int n) {
  extern __shared__ float s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2 == 1) return;
  s[threadIdx.x] = i;
  s[threadIdx.x + 1] = i;
  if (i < n) out[i] = s[threadIdx.x + 1];
}
