// expect: verified
// assumes: __CUDA_ARCH_SPECIFIC__ is not defined (default)
// A name that is no macro is 0 in a condition.
__global__ void halves(float* out) {
#if __CUDA_ARCH_SPECIFIC__ == 1000
  out[threadIdx.x / 2] = threadIdx.x;
#else
  if (threadIdx.x == 0) out[0] = 0;
#endif
}

void host(float* out) { halves<<<1, 128>>>(out); }
