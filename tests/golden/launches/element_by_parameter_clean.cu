// expect: verified
// The function gets a pointer to one of the sizes, and writes that.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; }
static void narrow(int* size) { *size = 16; }
void run(int* v) {
  int sizes[2] = {64, 32};
  narrow(&sizes[0]);
  wrap<<<1, sizes[0]>>>(v);
}
