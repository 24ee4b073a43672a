// expect: refuted
// finding: race confirmed error A A
// As return_never_taken_clean.cu, with a way that may be taken.
inline dim3 shape(int blocks, int least) {
  int rows = 1;
  if (blocks < least) return dim3(1, 2);
  while (blocks / rows > 65535)
    rows *= 2;
  return dim3(blocks / rows, rows);
}
__global__ void join(char* m, char* a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    /*A*/ m[i] |= a[i];
}
void run(char* m, char* a, int n) { join<<<shape(1, n), 64>>>(m, a, n); }
