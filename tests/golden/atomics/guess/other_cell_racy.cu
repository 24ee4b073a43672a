// expect: refuted
// finding: race confirmed error A B
// The atomicCAS looks at the next cell.
__global__ void add(int *cells) {
  int old = cells[threadIdx.x], assumed; /*A*/
  do {
    assumed = old;
    old = atomicCAS(&cells[threadIdx.x + 1], assumed, assumed + 3); /*B*/
  } while (assumed != old);
}
