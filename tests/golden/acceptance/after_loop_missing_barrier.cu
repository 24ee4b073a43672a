// expect: refuted
// finding: race confirmed error A B
// Only the last iteration's store meets the load after the loop (or, when it runs no iteration,
// the initialisation does).
// finding: race confirmed error Z B
__global__ void accumulate(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = 0.0f; /*Z*/
  for (int i = 0; i < n; i++) {
    __syncthreads();
    s[t] += in[i * blockDim.x + t]; /*A*/
  }
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t]; /*B*/
}
