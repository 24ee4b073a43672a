// expect: refuted
// finding: race any error A B
__global__ void look(int *cell, int *out) {
  int seen = 0;
  if (blockIdx.x == 1)
    asm volatile("ld.relaxed.cta.global.s32 %0, [%1];" : "=r"(seen) : "l"(cell) : "memory"); /*A*/
  if (blockIdx.x == 0 && threadIdx.x == 0)
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(cell), "r"(1) : "memory"); /*B*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}
