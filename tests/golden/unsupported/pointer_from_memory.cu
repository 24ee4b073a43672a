// expect: unknown
// unknown: A
// A pointer that is read from memory may point anywhere.
__global__ void indirect(int** rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i][0] = i; /*A*/
}
