// expect: verified
// flags: --assume "N % 32 == 0"
// As vectors_of_rows_racy.cu, with rows of whole tiles.
__global__ void rows(const float* a, float* c, int N, int K) {
  int row = threadIdx.x / 8, col = blockIdx.x * 32 + threadIdx.x % 8 * 4;
  a += threadIdx.x * K;
  float sum[4] = {};
  for (int k = 0; k < K; k += 4, a += 4) {
    float4 v = *reinterpret_cast<const float4*>(a);
    sum[0] += v.x, sum[1] += v.y, sum[2] += v.z, sum[3] += v.w;
  }
  for (int i = 0; i < 2; ++i)
    *reinterpret_cast<float4*>(&c[(row * 2 + i) * N + col]) = *reinterpret_cast<float4*>(sum);
}

void run(const float* a, float* c, int N, int K) { rows<<<(N + 31) / 32, 256>>>(a, c, N, K); }
