// expect: verified
// flags: --infer-requires
// under: columns >= 3 * n
// Rows of three parts, of doubles: that they are eight times as long would do, too.
__global__ void fill(double *out, const double *in, int n, int columns, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
    for (int k = 0; k < n; k++) {
      out[i * columns + k] = in[i];
      out[i * columns + k + 2 * n] = in[i] * 2;
    }
}
