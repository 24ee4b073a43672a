// expect: verified
// flags: --assume "blockDim.x == 1"
__global__ void each(int* a, int n) {
  int i = blockIdx.x;
  if (i < n) a[i] = a[i] + i;
}
