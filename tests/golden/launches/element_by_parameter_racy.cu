// expect: refuted
// finding: race confirmed error A A
// The function gets a pointer to the first size, and writes the second.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; /*A*/ }
static void widen(int* sizes) { sizes[1] = 64; }
void run(int* v) {
  int sizes[2] = {32, 32};
  widen(sizes);
  wrap<<<1, sizes[1]>>>(v);
}
