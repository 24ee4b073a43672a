// The lane that a register with one percent sign numbers is one of each warp: two warps meet.
// expect: refuted
// flags: --block 96
// finding: race confirmed error A A
// more: yes
__device__ __forceinline__ unsigned lane() {
  unsigned l;
  asm("mov.u32 %0, %laneid;" : "=r"(l));
  return l;
}
__global__ void mirrored(const float* in, float* out) {
  __shared__ float s[32];
  s[lane()] = in[threadIdx.x]; /*A*/
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[threadIdx.x] = s[31 - lane()];
}
