// expect: refuted
// flags: --block 32 --grid 1
// finding: race confirmed error A A
__global__ void kernel(int* p, int* q) {
  if (p == nullptr) q[0] = threadIdx.x; /*A*/
}
