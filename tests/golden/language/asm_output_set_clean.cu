// expect: verified
// flags: --block 64
// Set on both ways, or used under the condition under which it is set.
__global__ void both_ways(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x, i;
  asm volatile("{\n.reg .pred p;\nsetp.lt.s32 p, %1, %2;\n@p mov.s32 %0, %1;\n@!p add.s32 %0, %1, 512;\n}" : "=r"(i) : "r"(t), "r"(n));
  a[i] = t;
  __syncthreads();
  out[t] = a[t];
}

__global__ void where_it_is_set(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x, i;
  asm volatile("{\n.reg .pred p;\nsetp.lt.s32 p, %1, %2;\n@p mov.s32 %0, %1;\n}" : "=r"(i) : "r"(t), "r"(n));
  if (t < n) a[i] = t;
  __syncthreads();
  out[t] = a[t];
}
