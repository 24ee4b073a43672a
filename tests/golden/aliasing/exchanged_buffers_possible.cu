// expect: refuted
// finding: race possible error A B
// Two buffers that are exchanged are never one, though each may be either: nothing is confirmed.
__global__ void sums(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0; /*A*/
  __syncthreads();
  if (threadIdx.x != 0) return;
  float sum = 0;
  for (int j = 0; j < 256; ++j) sum += tile[j];
  out[blockIdx.x] = sum; /*B*/
}
void reduce(float* input, float* a, float* b, int n) {
  float *from = input, *to = a;
  while (n > 1) {
    const int blocks = (n + 255) / 256;
    sums<<<blocks, 256>>>(from, to, n);
    if (from == input || from == b) {
      from = a;
      to = b;
    } else {
      from = b;
      to = a;
    }
    n = blocks;
  }
}
