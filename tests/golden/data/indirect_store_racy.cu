// expect: refuted
// finding: race confirmed error A A
// Two entries of the index array may be equal: the witness says which.
__global__ void scatter(int* out, const int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[index[i]] = i; /*A*/
}
