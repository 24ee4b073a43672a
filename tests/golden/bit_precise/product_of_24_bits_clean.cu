// expect: verified
// flags: --bit-precise --block 32 --grid 4
// The low 24 bits, with their sign: the lowest of them is the index.
__global__ void k(int *a) {
  int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
  a[i] = threadIdx.x;
  a[-1 - i] = __mul24(-1, 3) == -3 ? 0 : a[0];
}
