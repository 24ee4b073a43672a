// expect: verified
// flags: --block 256 --grid 1
// 512 elements, two for each thread.
#define N 512
__global__ void scan(float* data) {
  __shared__ float s[N];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = data[2 * t];
  s[2 * t + 1] = data[2 * t + 1];
  for (int d = N / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset <<= 1;
  }
  if (t == 0) s[N - 1] = 0;
  for (int d = 1; d < N; d <<= 1) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  data[2 * t] = s[2 * t];
  data[2 * t + 1] = s[2 * t + 1];
}
