// expect: refuted
// finding: race confirmed error A A
// suggests: (blockDim.x & (blockDim.x - 1)) == 0
// more: yes
// How many numbers there are is a product of two that the host is given, which says nothing of why
// a block of three threads reaches into the next one.
__global__ void fold(float* v, float* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float* own = v + blockIdx.x * blockDim.x;
  if (i >= n) return;
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x % (2 * step) == 0) own[threadIdx.x] += own[threadIdx.x + step]; /*A*/
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = own[0];
}

void run(float* v, float* out, int rows, int threads) {
  int n = rows * threads;
  fold<<<(n + threads - 1) / threads, threads>>>(v, out, n);
}
