// expect: verified
__global__ void look(int *cell, int *out) {
  int seen;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(cell) : "memory");
  if (blockIdx.x == 0 && threadIdx.x == 0)
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(cell), "r"(1) : "memory");
  asm volatile("red.relaxed.sys.global.add.s32 [%0], %1;" ::"l"(cell), "r"(2) : "memory");
  out[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}
