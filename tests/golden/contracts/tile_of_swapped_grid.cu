// expect: refuted
// finding: race confirmed error A
// suggests: N >= gridDim.x * 32
// The host takes rows for columns: more rows than columns race. A block has one row of threads, so
// that what gridDim.y * blockDim.y covers would say nothing of rows.
__global__ void fill(float* c, int M, int N) {
  int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
  c[(blockIdx.y * 2 + ty) * N + blockIdx.x * 32 + tx] = tx + 32 * ty; /*A*/
}

void run(float* c, int M, int N) {
  fill<<<dim3((M + 31) / 32, (N + 1) / 2), 64>>>(c, M, N);
}
