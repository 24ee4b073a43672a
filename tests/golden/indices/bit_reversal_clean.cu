// expect: verified
// flags: --block 256
// Two cells change places whose numbers are each other's bits backwards.
__global__ void reorder(float2* a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = __brev(i) >> 22;
  if (i < 1024 && i < j) {
    float2 x = a[i], y = a[j];
    a[i] = y;
    a[j] = x;
  }
}
