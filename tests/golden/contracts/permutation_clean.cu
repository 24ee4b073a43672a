// expect: verified
// flags: --assume "permutation(perm, n)"
// assumes: permutation(perm, n) (--assume)
// The places are distinct, and none is the last one.
__global__ void scatter(int* out, const int* perm, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i;
  if (i == n) out[n] = 0;
}
