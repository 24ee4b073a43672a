// expect: refuted
// finding: race confirmed error A B
// The buffer is not touched before the loop: only its last iteration is concurrent with the load.
__global__ void staged(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < n; i++) {
    __syncthreads();
    s[t] = in[i * blockDim.x + t]; /*A*/
  }
  if (t + 1 < blockDim.x) sum = s[t + 1]; /*B*/
  out[blockIdx.x * blockDim.x + t] = sum;
}
