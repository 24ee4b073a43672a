// A lane that elect.sync chooses writes for its warp; %laneid numbers the lanes.
// expect: verified
// flags: --block 96
__device__ __forceinline__ unsigned lane() {
  unsigned l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  return l;
}
__device__ __forceinline__ bool elected() {
  int p = 0;
  asm volatile("{ .reg .pred P; elect.sync _|P, 0xffffffff; @P mov.s32 %0, 1; }" : "+r"(p));
  return p;
}

__global__ void one_lane(const float* in, float* out, float* sums) {
  __shared__ float s[3][32];
  s[threadIdx.x / 32][lane()] = in[blockIdx.x * 96 + threadIdx.x];
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[blockIdx.x * 96 + threadIdx.x] = s[threadIdx.x / 32][31 - lane()];
  if (elected()) sums[blockIdx.x * 3 + threadIdx.x / 32] = s[threadIdx.x / 32][0];
}
