// expect: unknown
// flags: --block 256
// arch: sm_90a
// unknown: M only part of the warp executes
// A predicate of the instruction keeps lanes from it.
__global__ void __launch_bounds__(256) roles(float* out) {
  int odd = threadIdx.x & 1;
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %0, 0;\n@p setmaxnreg.dec.sync.aligned.u32 40;\n}" ::"r"(odd)); /*M*/
  out[blockIdx.x * 256 + threadIdx.x] = 1;
}
