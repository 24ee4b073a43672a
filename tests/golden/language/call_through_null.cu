// expect: refuted
// flags: --block 32 --grid 1
// finding: assertion confirmed error A
// unknown: A not followed
// Nothing says what is passed: it may be null.
__global__ void kernel(int* p, int (*f)(int)) {
  p[threadIdx.x] = f(1); /*A*/
}
