// expect: verified
__global__ void scatter(int* out, const int* perm, int n) {
  __requires(permutation(perm, n));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i;
  if (i == n) out[n] = 0;
}
