// expect: unknown
// unknown: A relates
__global__ void fill(int* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = p[i];
  __assert(__no_read(p)); /*A*/
  p[i] = v + 1;
}
