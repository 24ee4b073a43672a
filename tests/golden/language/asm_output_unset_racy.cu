// expect: refuted
// flags: --block 64 --assume "0 < n"
// finding: race possible error A
// finding: race possible error B
// finding: race possible error C
// What an assembly statement sets under a condition alone is any value where that does not hold.
__global__ void under_guard(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x, i;
  asm volatile("{\n.reg .pred p;\nsetp.lt.s32 p, %1, %2;\n@p mov.s32 %0, %1;\n}" : "=r"(i) : "r"(t), "r"(n));
  a[i] = t; /*A*/
  __syncthreads();
  out[t] = a[t];
}

__global__ void own_register(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x, i;
  asm volatile("{\n.reg .pred p;\n.reg .s32 r;\nsetp.lt.s32 p, %1, %2;\n@p mov.s32 r, %1;\nmov.s32 %0, r;\n}" : "=r"(i) : "r"(t), "r"(n));
  a[i] = t; /*B*/
  __syncthreads();
  out[t] = a[t];
}

__global__ void jumped_over(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x, i;
  asm volatile("{\n.reg .pred p;\nsetp.ge.s32 p, %1, %2;\n@p bra DONE;\nmov.s32 %0, %1;\nDONE:\n}" : "=r"(i) : "r"(t), "r"(n));
  a[i] = t; /*C*/
  __syncthreads();
  out[t] = a[t];
}
