// expect: refuted
// flags: --assume "forall i: bin[i] <= width"
// finding: race confirmed error A A
// Of elements that may be one too large.
__constant__ unsigned width;
__global__ void mark(int* out, const unsigned* bin, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[width * i + bin[i]] = i; /*A*/
}
