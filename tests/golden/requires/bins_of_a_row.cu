// expect: verified
// flags: --infer-requires
// under: range(bin, 0, 16)
// Rows of 16 bins: one that is none of them is in another row.
__global__ void mark(int* out, const int* bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[16 * i + bin[i]] = 1 + i;
}
