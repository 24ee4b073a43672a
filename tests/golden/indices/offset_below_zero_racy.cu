// expect: refuted
// flags: --block 4 --grid 1 --assume "n <= 3 && a >= -3 && a <= 3 && b >= -3 && b <= 3"
// finding: race confirmed error A A
// finding: race confirmed error B B
// more: yes
// What has wrapped cancels; and a thread's own cell is reached from in front of it.
__global__ void folded(int *q, int *r, int a, int b, unsigned n) {
  const size_t wide = (unsigned)threadIdx.x + (a + a);
  const unsigned low = (long long)(wide * threadIdx.x);
  if ((b + n) < (threadIdx.x + threadIdx.x)) q[wide - low] = threadIdx.x; /*A*/
  const unsigned back = threadIdx.x < 2 ? threadIdx.x + a : threadIdx.x - 2 + a;
  r[back + 4] = threadIdx.x; /*B*/
}
