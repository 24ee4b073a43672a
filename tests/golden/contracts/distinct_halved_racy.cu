// expect: refuted
// flags: --assume "distinct(perm)"
// finding: race confirmed error A A
// Different elements, yet equal halves.
__global__ void scatter(int* out, const int* perm, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i] / 2] = i; /*A*/
}
