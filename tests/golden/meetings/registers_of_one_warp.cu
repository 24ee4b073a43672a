// expect: refuted
// arch: sm_90a
// finding: divergence confirmed error M
// setmaxnreg is made by all warps of a warpgroup ("setmaxnreg").
__global__ void __launch_bounds__(256) roles(float* out) {
  if (threadIdx.x < 32)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); /*M*/
  out[blockIdx.x * 256 + threadIdx.x] = 1;
}
