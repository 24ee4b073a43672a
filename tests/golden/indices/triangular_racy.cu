// expect: refuted
// flags: --block 16,16
// finding: race confirmed error A A
// more: yes
// One column more reaches into the next row.
__global__ void fill(float* a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j <= i + 1) a[i * (i + 1) / 2 + j] = i - j; /*A*/
}
