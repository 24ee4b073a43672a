// expect: refuted
// flags: --arch sm_110a
// assumes: __CUDA_ARCH__ is 1100 (--arch)
// finding: race confirmed error A
__global__ void halves(float* out) {
#ifdef __CUDA_ARCH_FEAT_SM110_ALL
  /*A*/ out[threadIdx.x / 2] = threadIdx.x;
#else
  if (threadIdx.x == 0) out[0] = 0;
#endif
}

void host(float* out) { halves<<<1, 128>>>(out); }
