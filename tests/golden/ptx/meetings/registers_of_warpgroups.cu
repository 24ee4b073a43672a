// expect: verified
// flags: --block 256
// arch: sm_90a
// Each warpgroup asks for its registers.
__global__ void __launch_bounds__(256) roles(float* out) {
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    out[blockIdx.x * 256 + threadIdx.x] = 1;
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    out[blockIdx.x * 256 + threadIdx.x] = 2;
  }
}
