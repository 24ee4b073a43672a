// expect: unknown
// unknown: A
// A pointer that is read through a pointer from memory may point anywhere.
__global__ void indirect(int*** tables) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tables[i][0][0] = i; /*A*/
}
