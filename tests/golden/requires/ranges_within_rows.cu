// expect: verified
// flags: --infer-requires
// under: (forall i, j: i != j -> first[i] + count[i] <= first[j] || first[j] + count[j] <= first[i]) && (forall i: first[i] >= 0 && first[i] + count[i] <= n)
// Blocks write ranges of each of several rows: they are apart from each other within a row, and
// none is longer than what is left of it.
__global__ void scale(float *out, const int *first, const int *count, int n, int rows) {
  int end = first[blockIdx.x] + count[blockIdx.x];
  for (int k = first[blockIdx.x] + threadIdx.x; k < end; k += blockDim.x)
    for (int r = 0; r < rows; ++r) out[k + n * r] += blockIdx.x;
}
