// expect: refuted
// finding: race confirmed error A A
// The bound allows the block.
__global__ void __launch_bounds__(512) rows(float *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; /*A*/
}
void run(float *a) {
  rows<<<4, 512>>>(a);
}
