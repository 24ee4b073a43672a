// expect: refuted
// finding: race confirmed error A
// A block writes 32 columns and starts 31 behind the one before: no number of columns helps.
__global__ void fill(float* c, int N) {
  int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
  c[(blockIdx.y * 2 + ty) * N + blockIdx.x * 31 + tx] = blockIdx.x; /*A*/
}

void run(float* c, int N, dim3 grid) { fill<<<grid, 64>>>(c, N); }
