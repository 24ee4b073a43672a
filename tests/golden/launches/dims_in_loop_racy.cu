// expect: refuted
// finding: race confirmed error A
// more: yes
// The loop sets another axis than the one that the kernel uses.
__global__ void mark(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = threadIdx.y; /*A*/
}
void run(float* v, int n, int* needed) {
  dim3 block(256, 1);
  mark<<<1, block>>>(v, n);
  for (int pass = 0; pass < n; pass++) {
    block.x = 208;
    if (needed[pass] > 4) block.y = needed[pass];
    mark<<<4, block>>>(v, n);
  }
}
