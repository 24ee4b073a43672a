// expect: unknown
// unknown: A into a block or a loop
__global__ void k(int *out, int n) {
  int i = threadIdx.x;
  if (n > 3) goto middle; /*A*/
top:
  out[i] = 1;
middle:
  i += 32;
  if (i < n) goto top;
}
