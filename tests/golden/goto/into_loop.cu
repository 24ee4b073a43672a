// expect: unknown
// unknown: A a jump into the middle of a loop
__global__ void k(int *out, int n) { /*A*/
  int i = threadIdx.x;
  if (n > 3) goto middle;
top:
  out[i] = 1;
middle:
  i += 32;
  if (i < n) goto top;
}
