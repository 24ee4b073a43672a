// expect: verified
// flags: --assume "distinct(perm)"
// assumes: distinct(perm) (--assume)
__global__ void scatter(int* out, const int* perm, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i;
}
