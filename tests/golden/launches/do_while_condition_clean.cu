// expect: verified
// The condition of a do-while loop changes the size for the next launch, up to 32.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; }
void run(int* v) {
  int t = 16;
  do {
    wrap<<<1, t>>>(v);
  } while ((t = 32 - t) != 16);
}
