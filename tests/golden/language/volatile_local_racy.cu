// expect: refuted
// flags: --block 32 --grid 1
// finding: race confirmed error A A
__global__ void kernel(int* p) {
  volatile int i = threadIdx.x;
  i = i / 2;
  p[i] = threadIdx.x; /*A*/
}
