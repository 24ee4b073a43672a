// expect: verified
// finding: same-value-write confirmed warning A A
__global__ void mark(int* out, const int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[index[i]] = 1; /*A*/
}
