// expect: refuted
// finding: race any error A A
__global__ void append(int* out, int* next) {
  int slot = atomicAdd(next, 1);
  out[slot / 2] = threadIdx.x; /*A*/
}
