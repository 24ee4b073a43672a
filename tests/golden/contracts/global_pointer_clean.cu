// expect: verified
// assumes: distinct(perm) (__requires)
// What a pointer of the file points to.
__device__ int* perm;
__global__ void scatter(int* out, int n) {
  __requires(distinct(perm));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i;
}
