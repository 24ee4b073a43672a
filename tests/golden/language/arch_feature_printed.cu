// expect: verified
// assumes: __CUDA_ARCH_FEAT_SM110_ALL is not defined (default; --arch sm_110a defines it)
// assumes: __CUDA_ARCH__ is 800 (default)
// Only a stub is left for this architecture: that is said.
#if defined(__CUDA_ARCH_FEAT_SM110_ALL)
#define HAS_TENSOR_MEMORY 1
#else
#define HAS_TENSOR_MEMORY 0
#endif

__global__ void halves(float* out) {
#if HAS_TENSOR_MEMORY
  out[threadIdx.x / 2] = threadIdx.x;
#else
  if (threadIdx.x == 0) out[0] = 0;
#endif
}

int main() {
  float* out;
  cudaMalloc((void**)&out, 1024);
  halves<<<1, 128>>>(out);
}
