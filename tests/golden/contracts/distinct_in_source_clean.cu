// expect: verified
// assumes: distinct(perm) (__requires)
__global__ void scatter(int* out, const int* perm, int n) {
  __requires(distinct(perm));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i;
}
