// expect: refuted
// flags: --block 4 --grid 1 --assume "permutation(perm, n)"
// finding: race confirmed error A A
// Nothing is said of what is behind the n elements.
__global__ void scatter(int* out, const int* perm, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[perm[i]] = i; /*A*/
}
