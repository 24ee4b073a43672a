// expect: verified
// assumes: blockDim = (any, 1, 1)
// The loop sets one axis of the block: the others stay 1.
__global__ void mark(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = threadIdx.y; /*A*/
}
void run(float* v, int n, int* needed) {
  dim3 block(256, 1);
  mark<<<1, block>>>(v, n);
  for (int pass = 0; pass < n; pass++) {
    block.x = 208;
    if (needed[pass] > 4) block.x = needed[pass];
    mark<<<4, block>>>(v, n);
  }
}
