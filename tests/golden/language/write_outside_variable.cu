// expect: refuted
// flags: --block 32 --grid 1
// finding: assertion confirmed error A
// finding: race confirmed error B B
// A write behind a variable is told, and what comes after it is still looked at.
__global__ void kernel(int* p, int n) {
  int a = 1, b = 2;
  int* to = &a;
  if (n > 3) to = &b;
  to[1] = 5; /*A*/
  p[0] = threadIdx.x; /*B*/
}
