// What movmatrix gives is not known, and may be equal in two threads.
// expect: refuted
// flags: --block 128
// finding: race any error A A
__global__ void k(unsigned* out) {
  unsigned x = threadIdx.x, y;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
  out[y % 128] = x; /*A*/
}
