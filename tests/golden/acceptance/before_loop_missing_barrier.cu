// expect: refuted
// finding: race confirmed error A B
// Only the first iteration's load meets the store before the loop.
__global__ void relax(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = in[g]; /*A*/
  for (int i = 0; i < n; i++) {
    float next = t + 1 < blockDim.x ? s[t + 1] : 0.0f; /*B*/
    __syncthreads();
    s[t] = next;
    __syncthreads();
  }
  out[g] = s[t];
}
