// expect: verified
// What a function returns on a way that its arguments rule out is no result of it.
inline dim3 shape(int blocks) {
  int rows = 1;
  if (blocks < 1) return dim3(1, 1);
  while (blocks / rows > 65535)
    rows *= 2;
  return dim3(blocks / rows, rows);
}
__global__ void join(char* m, char* a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    m[i] |= a[i];
}
void run(char* m, char* a, int n) { join<<<shape(1), 64>>>(m, a, n); }
