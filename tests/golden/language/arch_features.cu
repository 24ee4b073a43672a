// What nvcc defines for architectures with features of their own.
// expect: verified
// flags: --arch sm_90a --block 64
__global__ void k(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) && __CUDA_ARCH_SPECIFIC__ == 900 && __CUDA_ARCH_FAMILY_SPECIFIC__ == 900
  __syncthreads();
#endif
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
