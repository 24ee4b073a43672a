// expect: refuted
// finding: race confirmed error A B
// finding: exited-threads confirmed warning C
// Without a barrier between them the store and the load meet, exits or not.
__global__ void edge(float* out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  if (t >= n) return;
  float v = t > 0 ? s[t - 1] : 0.0f; /*B*/
  __syncthreads(); /*C*/
  out[blockIdx.x * blockDim.x + t] = v;
}
