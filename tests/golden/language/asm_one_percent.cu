// Percent signs that are not doubled in statements with operands, as nvcc takes them: in front of a name, also at the end of a string.
// expect: verified
// flags: --block 96
#define REGISTER(name) "mov.u32 %0, %" #name ";"
__device__ __forceinline__ unsigned lane() {
  unsigned l;
  asm("mov.u32 %0, %laneid;" : "=r"(l));
  return l;
}
__device__ __forceinline__ unsigned in_block() {
  unsigned t, n;
  asm(REGISTER(tid.x) : "=r"(t));
  asm volatile("{ .reg .u32 %n; mov.u32 %n, %ntid.x;\n\t"
               "  mul.lo.u32 %0, %ctaid.x, %n; }"
               : "=r"(n));
  return n + t;
}
__global__ void mirrored(const float* in, float* out, unsigned* when) {
  __shared__ float s[3][32];
  unsigned now;
  asm volatile("mov.u32 %0, %clock;" : "=r"(now)::"memory");
  s[threadIdx.x / 32][lane()] = in[in_block()];
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[in_block()] = s[threadIdx.x / 32][31 - lane()];
  when[in_block()] = now;
}
