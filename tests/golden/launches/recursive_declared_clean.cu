// expect: verified
// A function that calls itself and is declared before is one function: what its launch says of the
// sizes is known.
__global__ void add(float* p, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) p[i] += 1;
  if (i + gridDim.x * 256 < n) p[i + gridDim.x * 256] += 1;
  if (i == 1) p[gridDim.x * 256] = 0;
}

void sums(float* out, int n, float** of);
void all(float* out, float** of, int n) { sums(out, 16 * n, of); }
void sums(float* out, int n, float** of) {
  if (n > 1) {
    sums(of[0], n / 2, of);
    add<<<(n + 255) / 256, 256>>>(out, n);
  }
}
