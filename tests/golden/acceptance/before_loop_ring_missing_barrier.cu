// expect: refuted
// finding: race confirmed error A B
__global__ void rotate(int* out, int n) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  s[t] = t; /*A*/
  for (int i = 0; i < n; i++) {
    int next = s[(t + 1) % blockDim.x]; /*B*/
    __syncthreads();
    s[t] = next;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = s[t];
}
