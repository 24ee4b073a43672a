// expect: unknown
// unknown: A inline assembly
__global__ void assembly(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.u32 [%0], %1;" ::"l"(out), "r"(i)); /*A*/
}
