// expect: verified
// flags: --block 96 --param param_2=3
// origin: kaldi-asr/kaldi 3036
// Each thread of the lower half adds the one element that is a half away, where there is one.
__global__ void row_sum(float* out, const float* in, int n) {
  __shared__ float part[96];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += 96) sum += in[blockIdx.x * n + i];
  part[t] = sum;
  __syncthreads();
  for (int left = 96; left > 1;) {
    int half = (left + 1) / 2;
    if (t < left / 2) part[t] += part[t + half];
    left = half;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
