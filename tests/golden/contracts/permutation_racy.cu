// expect: refuted
// flags: --block 4 --grid 1 --assume "permutation(perm, n)"
// finding: race confirmed error A B
// Some element of a permutation is n - 1.
__global__ void scatter(int* out, const int* perm, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i; /*A*/
  if (i == n) out[n - 1] = -1; /*B*/
}
