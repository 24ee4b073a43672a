// expect: refuted
// flags: --block 32 --grid 1
// finding: assertion confirmed error A
__global__ void kernel(int* p) {
  typedef int (*Function)(int);
  Function f = (Function)5;
  p[threadIdx.x] = f(1); /*A*/
}
