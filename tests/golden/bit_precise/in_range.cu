// expect: verified
// flags: --bit-precise --block 256 --grid 65536
// No sum or product leaves its type with this grid.
__global__ void square(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
