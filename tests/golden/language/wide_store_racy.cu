// expect: refuted
// finding: race confirmed error A A
// Eight-byte stores at four-byte distances.
__global__ void wide(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  *(long long*)(out + i) = i; /*A*/
}
