// expect: verified
// flags: --assume "range(bin, 0, width)"
// A variable of the file is the end of a range.
__constant__ unsigned width;
__global__ void mark(int* out, const unsigned* bin, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[width * i + bin[i]] = i;
}
