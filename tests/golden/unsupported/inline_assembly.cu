// expect: unknown
// unknown: A inline assembly: st.mmio
__global__ void assembly(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("mov.u32 %0, %1;\n\tst.mmio.relaxed.sys.global.u32 [%1], %0;" : "+r"(i) : "l"(out)); /*A*/
}
