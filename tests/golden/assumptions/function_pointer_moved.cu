// expect: refuted
// finding: assertion any error A
// No function begins where the pointer was moved to.
typedef int (*Step)(int);
__device__ int twice(int x) { return 2 * x; }
__global__ void apply(int* out, int shift) {
  Step step = twice;
  char* place = (char*)step;
  if (shift > 0) place += shift;
  Step other = (Step)place;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = other(i); /*A*/
}
