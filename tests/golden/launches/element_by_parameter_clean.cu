// expect: verified
// front-end: clang
// The function gets a pointer to the first size, and writes that.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; }
static void narrow(int* sizes) { sizes[0] = 16; }
void run(int* v) {
  int sizes[2] = {64, 32};
  narrow(sizes);
  wrap<<<1, sizes[0]>>>(v);
}
