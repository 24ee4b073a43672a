// expect: refuted
// finding: race confirmed error W W
// suggests: strideY
// What keeps the writes apart is found though the values are products, too.
__global__ void copy(int n, float* x, int offsetX, int strideX, float* y, int offsetY, int strideY) {
  int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i * strideY + offsetY] = x[i * strideX + offsetX]; /*W*/
}
