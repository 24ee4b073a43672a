// expect: verified
// finding: exited-threads confirmed warning B
// What a thread does before it leaves is ordered before the barrier.
__global__ void edge(float* out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = t;
  if (t >= 32) return;
  __syncthreads(); /*B*/
  float v = 0.0f;
  for (int i = t; i < blockDim.x; i += 32) v += s[i];
  out[blockIdx.x * 32 + t] = v;
}
