// expect: refuted
// assumes: blockDim = (64, 1, 1) (__block_size__)
// finding: race confirmed error A A
// Two warps, whatever the launch says: cells are written twice.
__global__ void __block_size__((64, 1, 1)) halves(int* out) {
  out[threadIdx.x % 32] = threadIdx.x; /*A*/
}
int main() {
  int* out = 0;
  halves<<<1, 32>>>(out);
}
