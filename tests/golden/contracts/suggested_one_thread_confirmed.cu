// Each block is one thread's: the kernel does not ask for the thread.
// expect: refuted
// finding: race confirmed error A B
// finding: same-value-write confirmed warning A A
// suggests: blockDim.x == 1
__global__ void each(int* a, int n) {
  int i = blockIdx.x;
  if (i < n) /*A*/ a[i] = /*B*/ a[i] + i;
}
