// expect: refuted
// flags: --block 4 --grid 1
// finding: race confirmed error A B
__global__ void scatter(int* out, const int* perm, int n) {
  __requires(permutation(perm, n));
  int i = threadIdx.x;
  if (i < n) out[perm[i]] = i; /*A*/
  if (i == n) out[n - 1] = -1; /*B*/
}
