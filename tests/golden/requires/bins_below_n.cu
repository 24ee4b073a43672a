// expect: verified
// flags: --infer-requires
// under: forall i: bin[i] < n
__global__ void mark(int* out, const unsigned* bin, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4096) out[n * i + bin[i]] = 1 + i;
}
