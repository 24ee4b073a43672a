// expect: refuted
// finding: race confirmed error A
// suggests: N >= gridDim.x * 32
// Each block writes 32 columns, whatever its number of threads.
__global__ void fill(float* c, int N) {
  int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
  c[(blockIdx.y * 2 + ty) * N + blockIdx.x * 32 + tx] = tx + 32 * ty; /*A*/
}

void run(float* c, int N, dim3 grid) { fill<<<grid, 64>>>(c, N); }
