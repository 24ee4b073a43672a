// expect: refuted
// finding: race confirmed error A B
// The load of round 4 and the store of round 5 have no barrier between them.
__global__ void rounds(float* out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float v = 0.0f;
  for (int k = 0; k < n; k++) {
    if (k % 2 == 0) __syncthreads();
    if (k % 4 == 1) s[t] = k; /*A*/
    if (k % 4 == 0 && t + 1 < blockDim.x) v += s[t + 1]; /*B*/
  }
  out[blockIdx.x * blockDim.x + t] = v;
}
