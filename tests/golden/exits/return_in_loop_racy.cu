// expect: refuted
// finding: race confirmed error A B
// more: yes
// Leaving inside the loop: the remaining threads go on, the missing barrier stays missing.
__global__ void rounds(float* out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float v = 0.0f;
  for (int i = 0; i < n; i++) {
    if (t > 100 + i) return;
    s[t] = i; /*A*/
    __syncthreads();
    if (t > 0) v += s[t - 1]; /*B*/
  }
  out[blockIdx.x * blockDim.x + t] = v;
}
