// expect: verified
// assumes: distinct(perm) (__requires)
// An array of the file.
__device__ int perm[4096];
__global__ void scatter(int* out, int n) {
  __requires(distinct(perm));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[perm[i]] = i;
}
