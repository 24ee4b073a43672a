// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// Blocks share a cell: that few elements make a single block is no precondition of the sum of all.
__global__ void sum(int* total, const int* in, int n) {
  __shared__ int parts[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  parts[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (threadIdx.x > 0) return;
  int s = 0;
  for (int t = 0; t < 256; t++) s += parts[t];
  *total += s; /*A*/
}
void run(int* total, const int* in, int n) { sum<<<(n + 255) / 256, 256>>>(total, in, n); }
