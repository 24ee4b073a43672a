// expect: refuted
// origin: kaldi-asr/kaldi 3036
// flags: --block 96
// finding: race confirmed error H
// A sum by halves where the number of threads is no power of two: two threads meet in the middle.
__global__ void row_sum(float* out, const float* in, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += 96) sum += in[blockIdx.x * n + i];
  part[t] = sum;
  __syncthreads();
  for (int left = 96; left > 1;) {
    int half = (left + 1) / 2;
    if (t <= left / 2 && t + half <= left) part[t] += part[t + half - (left & 1)]; /*H*/
    left = half;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
