// Of sm_90 nvcc does not define what it does of sm_90a.
// expect: refuted
// flags: --arch sm_90 --block 64
// finding: race confirmed error A B
__global__ void k(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x; /*A*/
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_SPECIFIC__) || defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
  __syncthreads();
#endif
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; /*B*/
}
