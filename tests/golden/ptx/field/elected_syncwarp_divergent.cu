// expect: verified
// flags: --block 64
// finding: alignment any warning S T
// origin: deepseek-ai/DeepGEMM 343
// arch: sm_90
// A barrier of all lanes where only the elected one comes: it meets the next one of the others. PTX allows that ("bar.warp.sync"),
// CUDA C++ asks for a corresponding __syncwarp().
__device__ __forceinline__ bool elected() {
  int one;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.b32 %0, 1, 0, p;\n}" : "=r"(one));
  return one;
}

__global__ void __launch_bounds__(64) prepare(float* out, const float* in) {
  __shared__ float scale[2];
  int t = threadIdx.x;
  if (elected()) {
    scale[t / 32] = in[t / 32];
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); /*S*/
  }
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); /*T*/
  out[blockIdx.x * 64 + t] = scale[t / 32];
}
