// expect: verified
__global__ void clamped(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int i = min(blockIdx.x * blockDim.x + t, n - 1);
  s[t] = in[max(i, 0)];
  __syncthreads();
  int left = max(t - 1, 0), right = min(t + 1, (int)blockDim.x - 1);
  float v = s[left] + s[right];
  __syncthreads();
  s[t] = v;
}
