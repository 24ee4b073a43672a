// expect: refuted
// flags: --block 32 --grid 1
// finding: assertion confirmed error A
__global__ void kernel(int* p, int n) {
  int* to = nullptr;
  if (n == 7) *to = 5; /*A*/
  p[threadIdx.x] = 1;
}
