// expect: unknown
// flags: --block 32 --grid 1
// unknown: A not followed
__global__ void kernel(int* p, int (*f)(int)) {
  if (f) p[threadIdx.x] = f(1); /*A*/
}
