// expect: refuted
// finding: race confirmed error A
// more: yes
// A run shows the race where rows are of whole vectors and K, of which the question says nothing,
// lets the loop run on such rows: without it all threads write zeros.
__global__ void rows(const float* a, float* c, int N, int K) {
  int row = threadIdx.x / 8, col = blockIdx.x * 32 + threadIdx.x % 8 * 4;
  a += threadIdx.x * K;
  float sum[4] = {};
  for (int k = 0; k < K; k += 4, a += 4) {
    float4 v = *reinterpret_cast<const float4*>(a);
    sum[0] += v.x, sum[1] += v.y, sum[2] += v.z, sum[3] += v.w;
  }
  for (int i = 0; i < 2; ++i)
    *reinterpret_cast<float4*>(&c[(row * 2 + i) * N + col]) = *reinterpret_cast<float4*>(sum); /*A*/
}

void run(const float* a, float* c, int N, int K) { rows<<<(N + 31) / 32, 256>>>(a, c, N, K); }
