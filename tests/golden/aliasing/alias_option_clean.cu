// expect: verified
// flags: --alias dst,src
// Each thread stays in its own cell, so the alias does no harm.
__global__ void scale(int* dst, const int* src) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  dst[i] = 2 * src[i];
}
