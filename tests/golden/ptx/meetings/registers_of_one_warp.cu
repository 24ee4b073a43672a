// expect: unknown
// flags: --block 256
// arch: sm_90a
// unknown: M not all warps of the warpgroup execute
// setmaxnreg is made by all warps of a warpgroup ("setmaxnreg").
__global__ void __launch_bounds__(256) roles(float* out) {
  if (threadIdx.x < 32)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); /*M*/
  out[blockIdx.x * 256 + threadIdx.x] = 1;
}
