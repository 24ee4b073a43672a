// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// finding: race confirmed error B B
// more: yes
// The sum of threadIdx.x and a negative number is negative, as an int.
__global__ void below(int *out, int first, int pitch) {
  const int i = threadIdx.x + first;
  if (i < 0) out[0] = threadIdx.x; /*A*/
  const int j = (threadIdx.x + 1) * pitch;
  if (j < 0) out[1] = threadIdx.x; /*B*/
}
