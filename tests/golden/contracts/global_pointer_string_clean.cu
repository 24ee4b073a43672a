// expect: verified
__constant__ const int* perm;
__global__ void scatter(int* out, int n) {
  __requires("permutation(perm, n)");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i;
}
