// expect: refuted
// finding: race confirmed error A A
// The bound allows more threads than a row has cells.
__global__ void __launch_bounds__(512) rows(float* v) {
  v[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; /*A*/
}
void run(float* v, int n) { rows<<<4, n>>>(v); }
