// expect: refuted
// finding: race confirmed error A A
// A race that is there is reported, whatever else is not understood.
__global__ void assembly(int* out) {
  out[0] = threadIdx.x; /*A*/
  asm volatile("membar.gl;");
}
