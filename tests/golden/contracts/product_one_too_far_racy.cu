// expect: refuted
// finding: race confirmed error A A
// more: yes
// What is added lies one too far: the last of any block is the first of the next.
__global__ void fold(float* v, float* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float* own = v + blockIdx.x * blockDim.x;
  if (i >= n) return;
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x % (2 * step) == 0) own[threadIdx.x] += own[threadIdx.x + step + 1]; /*A*/
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = own[0];
}

void run(float* v, float* out, int rows, int threads) {
  int n = rows * threads;
  fold<<<(n + threads - 1) / threads, threads>>>(v, out, n);
}
