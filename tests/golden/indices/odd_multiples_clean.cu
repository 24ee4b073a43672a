// expect: verified
// flags: --block 256
// Multiples of an odd number go round a power of two through all its cells.
__global__ void scatter(int* out, const int* in) {
  unsigned i = threadIdx.x;
  out[blockIdx.x * 256 + ((i * 37 + 11) & 255)] = in[i];
}
