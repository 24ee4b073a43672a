// expect: verified
// flags: --block 64
// assumes: __CUDA_ARCH__ is 800
#if __CUDA_ARCH__ >= 700
#define AT threadIdx.x
#else
#define AT (threadIdx.x / 2)
#endif
__global__ void store() {
  __shared__ int s[64];
  s[AT] = threadIdx.x;
}
