// expect: refuted
// finding: race confirmed error A A
// The condition of a do-while loop changes the size for the next launch.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; /*A*/ }
void run(int* v, int n) {
  int t = 16;
  do {
    wrap<<<1, t>>>(v);
  } while ((t <<= 1) < n);
}
